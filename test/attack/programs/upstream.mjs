// A service that knows version 2 of the books, on the port that it is given.
import { createServer } from 'node:http';

createServer((req, res) => {
  req.resume().on('end', () => {
    const isBook = req.url.startsWith('/books');
    res.writeHead(req.method === 'POST' ? 201 : 200, { 'Content-Type': isBook ? 'application/json' : 'image/png' });
    res.end(isBook ? '{"id":"1","title":"Notes"}' : 'picture');
  });
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
