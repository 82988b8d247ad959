import { createServer } from 'node:http';
import { announce } from '../servers/contract.mjs';

const orders = Array.from({ length: 16 }, (_, index) => ({
  id: `order-${index}`,
  title: `The ${index}th of a good many orders`,
  price: index * 100 + 99,
  lines: [{ sku: `sku-${index}`, count: index }],
  note: 'To be left with the neighbours.',
}));
const body = Buffer.from(JSON.stringify(orders));

/** Answers 2.5 KB of JSON, whatever is asked. */
const server = createServer((req, res) => {
  req.resume();
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  res.end(body);
});
server.listen(0, '127.0.0.1', () => announce(server.address().port));
