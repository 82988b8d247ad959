FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY service/package.json service/
COPY stores/package.json stores/
COPY build/package.json build/
# No package's install script is needed: the native ones bring their binaries along.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /app/package.json /app/package.json
COPY --from=build /app/node_modules /app/node_modules
COPY --from=build /app/bin /app/bin
COPY --from=build /app/dist /app/dist
COPY --from=build /app/service/package.json /app/service/package.json
COPY --from=build /app/service/dist /app/service/dist
COPY --from=build /app/stores/package.json /app/stores/package.json
COPY --from=build /app/stores/dist /app/stores/dist
# The working directory names the bundled service; svc.yaml or another svc.config.js may be mounted into it.
WORKDIR /srv
RUN echo "export { default } from '/app/service/dist/service.js';" > svc.config.js
RUN mkdir /data && chown node:node /data /srv && ln -s /app/bin/svc.mjs /usr/local/bin/svc
USER node
VOLUME /data
EXPOSE 3000
# Ready to take requests. `svc worker` listens on no port: run it without this check.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["svc"]
CMD ["serve"]
