import { createServer } from 'node:http';
import { Pool } from 'undici';
import { announce } from '../servers/contract.mjs';

const pool = new Pool(process.env.UPSTREAM, { pipelining: 1 });

/** Hands every request on, and every answer back, with the handlers of undici's dispatch, its fastest form: what a gateway is measured by. */
const server = createServer((req, res) => {
  const { connection, 'keep-alive': _, ...headers } = req.headers;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  let isOver = false;
  pool.dispatch(
    { method: req.method, path: req.url, headers, body: hasBody ? req : null },
    {
      onRequestStart(controller) {
        res.on('drain', () => controller.resume());
        res.on('close', () => isOver || controller.abort(new Error('The client has left.')));
      },
      onResponseStart(_controller, status, { connection: own, 'keep-alive': kept, ...fields }) {
        res.writeHead(status, fields);
      },
      onResponseData(controller, chunk) {
        if (!res.write(chunk)) controller.pause();
      },
      onResponseEnd() {
        isOver = true;
        res.end();
      },
      onResponseError() {
        isOver = true;
        res.destroy();
      },
    },
  );
});
server.listen(0, '127.0.0.1', () => announce(server.address().port));
