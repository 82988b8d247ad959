import { serveProxy } from './proxy.mjs';

/** Renames a member of each order, as version 1 has it, and checks nothing: the least that an answer costs which is not sent as it came. */
serveProxy((res) => {
  const chunks = [];
  let head;
  return {
    start: (status, fields) => {
      head = { status, fields };
    },
    data: (_controller, chunk) => void chunks.push(chunk),
    end: () => {
      const orders = JSON.parse(Buffer.concat(chunks).toString());
      const text = JSON.stringify(
        orders.map(({ id, title, price, lines, note }) => ({ id, name: title, price, lines, note })),
      );
      res.writeHead(head.status, { ...head.fields, 'content-length': Buffer.byteLength(text) });
      res.end(text);
    },
  };
});
