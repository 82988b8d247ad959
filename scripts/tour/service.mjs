import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const svc = fileURLToPath(new URL('../../bin/svc.mjs', import.meta.url));

/** Starts a service, the bundled one by default, in a folder, behind a launcher such as `taskset -c 0`; resolves when it is ready. */
export async function startService(folder, settings, launcher = [], chosen = ['--demo'], more = []) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { PATH: process.env.PATH, HOME: folder, DATA_DIR: folder, NODE_ENV: 'production', ...settings };
  const command = ['serve', ...chosen, '--port', String(port), ...more];
  const [program, ...parameters] = [...launcher, process.execPath, svc, ...command];
  const child = spawn(program, parameters, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      log += chunk;
    });
  await untilReady(url, child, () => log);
  const run = (...args) => promisify(execFile)(process.execPath, [svc, ...args, ...chosen], { cwd: folder, env });
  return {
    url,
    /** Prints what a command prints; throws unless it exits with `expect`. */
    async run(args, expect = 0) {
      const { code = 0, stdout, stderr } = await run(...args).catch((error) => error);
      const words = args.map((word) => (/\s/.test(word) ? `'${word}'` : word));
      process.stdout.write(`\n$ svc ${words.join(' ')}\n${stdout}${stderr}`);
      if (code !== expect) throw new Error(`svc ${args[0]} exited with ${code} instead of ${expect}.`);
      return stdout;
    },
    log: () => log,
    async grantRole(email, role) {
      await run('users', 'grant', email, role);
      process.stdout.write(`  ✓ svc users grant ${email} ${role}\n`);
    },
    async revokeRole(email, role) {
      await run('users', 'revoke', email, role);
      process.stdout.write(`  ✓ svc users revoke ${email} ${role}\n`);
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function untilReady(url, child, log) {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`The service did not start:\n${log()}`);
    const ready = await fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error(`The service was not ready within 30 seconds:\n${log()}`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
