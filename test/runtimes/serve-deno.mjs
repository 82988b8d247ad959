import { openRuntimeApp } from './runtime-app.js';

const app = await openRuntimeApp();
const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, app.fetch);
console.log(`listening at http://127.0.0.1:${server.addr.port}`);
Deno.addSignalListener('SIGTERM', async () => {
  await app.close();
  await server.shutdown();
  Deno.exit();
});
