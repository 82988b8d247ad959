import { createServer } from 'node:http';
import { Pool } from 'undici';
import { announce } from '../servers/contract.mjs';

const pool = new Pool(process.env.UPSTREAM, { pipelining: 1 });

/**
 * Serves a proxy without svckit, with the handlers of undici's dispatch, its fastest form. `answerOf` gets the response to
 * write on, and returns what happens to an answer: `start(status, fields)`, `data(controller, chunk)` and `end()`.
 */
export function serveProxy(answerOf) {
  const server = createServer((req, res) => {
    const { connection, 'keep-alive': _, ...headers } = req.headers;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    const answer = answerOf(res);
    let isOver = false;
    pool.dispatch(
      { method: req.method, path: req.url, headers, body: hasBody ? req : null },
      {
        onRequestStart(controller) {
          res.on('drain', () => controller.resume());
          res.on('close', () => isOver || controller.abort(new Error('The client has left.')));
        },
        onResponseStart(_controller, status, { connection: own, 'keep-alive': kept, ...fields }) {
          answer.start(status, fields);
        },
        onResponseData(controller, chunk) {
          answer.data(controller, chunk);
        },
        onResponseEnd() {
          isOver = true;
          answer.end();
        },
        onResponseError() {
          isOver = true;
          res.destroy();
        },
      },
    );
  });
  server.listen(0, '127.0.0.1', () => announce(server.address().port));
}
