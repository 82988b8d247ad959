import type { Middleware } from 'svckit';

const links = { documents: '/api/openapi.json', page: '/api/docs', health: '/api/health/ready' };
const addresses = new Set(['/', '/api', '/api/']);

/** Sends a browser from `/` and `/api` to the page, and answers any other client where to find the documents. */
export const frontPage: Middleware = (req, res, next) => {
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  if (!isRead || !addresses.has(req.url!.replace(/\?.*$/s, ''))) return next();
  res.setHeader('Vary', 'Accept');
  if (req.headers.accept?.includes('text/html')) {
    res.writeHead(302, { Location: links.page }).end();
    return;
  }
  const body = JSON.stringify({ title: 'svckit bundled service', ...links });
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length }).end(body);
};
