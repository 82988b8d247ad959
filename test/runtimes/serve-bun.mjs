import { openRuntimeApp } from './runtime-app.js';

const app = await openRuntimeApp();
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.fetch });
console.log(`listening at ${server.url.origin}`);
process.once('SIGTERM', async () => {
  await app.close();
  await server.stop(true);
});
