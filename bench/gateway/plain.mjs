import { createServer } from 'node:http';
import { Pool } from 'undici';
import { announce } from '../servers/contract.mjs';

const pool = new Pool(process.env.UPSTREAM, { pipelining: 1 });

/** Hands every request on, and every answer back, with undici: what a gateway is measured by. */
const server = createServer((req, res) => {
  const { connection, 'keep-alive': _, ...headers } = req.headers;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const options = { method: req.method, path: req.url, headers, body: hasBody ? req : null };
  pool
    .stream(options, ({ statusCode, headers: { connection: own, 'keep-alive': kept, ...fields } }) => {
      res.writeHead(statusCode, fields);
      return res;
    })
    .catch(() => res.destroy());
});
server.listen(0, '127.0.0.1', () => announce(server.address().port));
