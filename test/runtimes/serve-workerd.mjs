import { openRuntimeApp } from './runtime-app.js';

const app = await openRuntimeApp({ mount: [], usage: false });

export default {
  fetch: (request) => app.fetch(request, { remoteAddress: request.headers.get('CF-Connecting-IP') ?? '' }),
};
