import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { run } from '../run.js';
import { capture, captureIo, fixture } from '../testing/capture-io.js';

const ready = /ready at (http:\/\/\S+:\d+)/;

/** Serves in this process until the test ends; `address` waits until it is ready. */
function serve(argv: readonly string[], surroundings: Parameters<typeof captureIo>[0] = { cwd: fixture('header') }) {
  const { io, written, stop } = captureIo(surroundings);
  const ended = run(['serve', ...argv], io);
  onTestFinished(async () => {
    stop('SIGTERM');
    await ended;
  });
  const address = async () => {
    await expect.poll(() => written.stdout).toMatch(ready);
    return ready.exec(written.stdout)![1]!;
  };
  return { written, ended, address };
}

describe('svc serve', () => {
  it('prints its address and what it serves once, and answers there', async () => {
    const { written, address } = serve(['--port', '0']);
    const url = await address();
    expect(await (await fetch(`${url}/api/health`)).json()).toEqual({ status: 'up' });
    expect((await fetch(`${url}/api/docs`)).status).toBe(200);
    await expect(written.stdout.replaceAll(url, 'http://HOST')).toMatchFileSnapshot(
      '../../../fixtures/golden/serve/header.txt',
    );
    expect(written.stderr).toBe('');
  });

  it('reports a taken port in one line', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    onTestFinished(() => void holder.close());
    const { port } = holder.address() as AddressInfo;
    expect(await capture(['serve', '--port', String(port)], { cwd: fixture('header') })).toEqual({
      code: 1,
      stdout: '',
      stderr: `Port ${port} on 127.0.0.1 is in use. Stop the process that listens there, or choose another port: --port ${port + 1}\n`,
    });
  });

  it('refuses to start with the lines that svc check prints', async () => {
    const cwd = fixture('broken/provider-cycle');
    const served = await capture(['serve', '--port', '0'], { cwd });
    expect(served).toMatchObject({ code: 1, stdout: '' });
    expect((await capture(['check'], { cwd })).stdout.startsWith(served.stderr)).toBe(true);
    expect(served.stderr).toMatch(/^svc\.config\.ts:\d+ error provider-cycle: .+\n$/);
  });

  it('uses PORT and HOST, unless the command line overrides them', async () => {
    const cwd = fixture('header');
    const variables = serve([], { cwd, env: { PORT: '0', HOST: 'localhost' } });
    expect(await variables.address()).toMatch(/^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/);
    const options = serve(['--port', '0', '--host', '127.0.0.1'], { cwd, env: { PORT: '1', HOST: 'nowhere.invalid' } });
    expect(await options.address()).toMatch(/^http:\/\/127\.0\.0\.1:/);
  });

  it('shows the stack of what the service itself throws while it starts', async () => {
    const text = `import { Controller, defineService, Get, Module } from 'svckit';
@Controller('edition')
class EditionController {
  onInit() { throw new Error('no luck'); }
  @Get() read() { return {}; }
}
@Module({ controllers: [EditionController] })
class AppModule {}
export default defineService({ root: AppModule });
`;
    const project = makeProject({ 'svc.config.ts': text });
    onTestFinished(project.remove);
    const { code, stderr } = await capture(['serve', '--port', '0'], project);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The service failed to start: Error: no luck\n +at \S+ \(svc\.config\.ts:4:\d+\)\n/);
  });

  it.each([
    [['--port', '70000'], '--port "70000" is not a port. Use a number from 0 to 65535; 0 picks a free port.'],
    [['--port', 'http'], '--port "http" is not a port. Use a number from 0 to 65535; 0 picks a free port.'],
    [['--workers', '0'], '--workers "0" is not a number of processes. Use 1 to 999, or auto for one per processor.'],
    [['--prot', '1'], 'Unknown option "--prot". Did you mean "--port"?'],
    [['--watch', 'no.ts'], 'File no.ts not found. Name an export file, such as svc.config.ts.'],
    [['--config', 'svc.yaml'], '--config names a settings file, but this service reads none. Omit --config.'],
  ])('refuses %j', async (argv, message) => {
    const refused = { code: 2, stdout: '', stderr: `${message}\n` };
    expect(await capture(['serve', ...argv], { cwd: fixture('header') })).toEqual(refused);
  });

  it('names the variable whose value is not a port', async () => {
    const { code, stderr } = await capture(['serve'], { cwd: fixture('header'), env: { PORT: 'http' } });
    expect(code).toBe(2);
    expect(stderr).toBe('PORT "http" is not a port. Use a number from 0 to 65535; 0 picks a free port.\n');
  });

  it('prints where it looked when there is no service to watch', async () => {
    const { cwd, remove } = makeProject({}, { packages: [] });
    onTestFinished(remove);
    const { code, stderr } = await capture(['serve', '--watch'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(`No service found: there is no svc.config.{ts,mts,js,mjs,yaml} in ${realpathSync(cwd)}`);
  });

  it.each([
    ['a date in production', '2027-03-02', 'production', '--as-of is refused with NODE_ENV=production'],
    ['what is not a date', 'soon', 'development', '--as-of "soon" is not a date.'],
  ])('--as-of refuses %s', async (_case, date, mode, message) => {
    const surroundings = { cwd: fixture('header'), env: { NODE_ENV: mode } };
    const { code, stdout, stderr } = await capture(['serve', '--as-of', date, '--port', '0'], surroundings);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
