import { afterAll, beforeAll, describe, it } from 'vitest';
import { openRuntimeApp } from './runtime-app.js';
import { runtimeCases, type Send } from './runtime.suite.js';

type RuntimeApp = Awaited<ReturnType<typeof openRuntimeApp>>;

/** How the suite reaches the app in this process. */
const ways: Readonly<Record<string, (app: RuntimeApp) => Promise<Send>>> = {
  "Node's socket": async (app) => {
    const url = await app.listen();
    return (path, init) => fetch(`${url}${path}`, init);
  },
  'app.fetch on Node': async ({ fetch: answer }) => {
    const info = { remoteAddress: '127.0.0.1' };
    return (path, init) => answer(new Request(`http://127.0.0.1${path}`, init), info);
  },
};

describe.each(Object.entries(ways))('%s', (_, open) => {
  let app: RuntimeApp;
  let send: Send;
  beforeAll(async () => {
    app = await openRuntimeApp();
    send = await open(app);
  });
  afterAll(() => app.close());
  it.each(runtimeCases)('$title', ({ run }) => run(send));
});
