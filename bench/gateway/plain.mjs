import { serveProxy } from './proxy.mjs';

/** Hands every request on, and every answer back: what a gateway is measured by. */
serveProxy((res) => ({
  start: (status, fields) => res.writeHead(status, fields),
  data: (controller, chunk) => {
    if (!res.write(chunk)) controller.pause();
  },
  end: () => res.end(),
}));
