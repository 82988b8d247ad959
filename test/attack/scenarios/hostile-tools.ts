import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { peakMegabytes } from '../lab/service-process.js';
import { Tally } from '../lab/tally.js';
import type { Context, Scenario } from '../scenario.js';

/** Patterns that keep JavaScript's own expressions busy for minutes, each with a text that does so. */
const patterns: readonly (readonly [pattern: string, text: string])[] = [
  ['^(a+)+$', `${'a'.repeat(60)}!`],
  ['^([a-zA-Z]+)*$', `${'a'.repeat(60)}!`],
  ['^(a|aa)+$', `${'a'.repeat(80)}!`],
  ['^(a|a?)+$', `${'a'.repeat(60)}!`],
  ['^(.*a){20}$', `${'a'.repeat(100)}!`],
  ['^(\\w+\\s?)*$', `${'word '.repeat(40)}!`],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(60)],
  ['(x+x+)+y', 'x'.repeat(60)],
];

/** What no command may need, whatever it is given. */
const mostMegabytes = 512;
const extents = Object.freeze({
  short: { patterns: 2, secondsOfPatterns: 20, megabytesOfLine: 30 },
  long: { patterns: patterns.length, secondsOfPatterns: 60, megabytesOfLine: 300 },
});

export const hostileTools: Scenario = {
  name: 'hostile-tools',
  summary: 'Gives svc patterns that explode, answers that do not end and a log line of 300 MB: every command ends.',
  async run(context) {
    const extent = extents[context.scale];
    const tally = new Tally();
    const svc = (...args: string[]) => runTool(context, tally, args);

    const chosen = patterns.slice(0, extent.patterns);
    const address = await serve(context, answering(chosen));
    writeDocument(context, 'words.yaml', chosen);
    const words = await svc('verify', address, '--document', 'words.yaml', '--requests', '3');
    tally.expect(
      words.seconds < extent.secondsOfPatterns,
      `svc verify took ${words.seconds.toFixed(0)} s for patterns`,
    );
    for (const [index] of chosen.entries())
      tally.expect(
        words.output.includes(`/words/${index}`),
        `svc verify says nothing of /words/${index}: ${words.output.slice(0, 300)}`,
      );

    const endless = await serve(context, neverEnding);
    writeDocument(context, 'endless.yaml', [['.', '']]);
    const unending = await svc('verify', endless, '--document', 'endless.yaml', '--requests', '1');
    tally.expect(
      unending.output.includes('body-endless'),
      `svc verify did not report an endless body: ${unending.output}`,
    );

    await writeLongLine(join(context.folder, 'access.log.gz'), extent.megabytesOfLine);
    const usage = await svc('usage', '--document', 'words.yaml', '--log', 'access.log.gz', '--format', 'csv');
    tally.expect(usage.status === 0, `svc usage ended with ${usage.status}: ${usage.output}`);
    tally.expect(usage.output.includes('/words/0'), `svc usage lost the line after the long one: ${usage.output}`);
    tally.expect(!/^"?[=+@\t-]|,"?[=@\t]/m.test(usage.output), `svc usage wrote a formula into CSV: ${usage.output}`);
    return tally.outcome(
      `${chosen.length} patterns in ${words.seconds.toFixed(0)} s, an endless answer, a line of ${extent.megabytesOfLine} MB in ${usage.seconds.toFixed(1)} s`,
    );
  },
};

interface Run {
  readonly status: number | null;
  readonly output: string;
  readonly seconds: number;
}

/** Runs the command line, and notes a promise that does not hold when it needs too much memory. */
async function runTool(context: Context, tally: Tally, args: readonly string[]): Promise<Run> {
  const start = performance.now();
  const child = spawn(process.execPath, [join(context.repository, 'bin/svc.mjs'), ...args], {
    cwd: context.folder,
    env: { PATH: context.env['PATH'], NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  context.onEnd(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, peakMegabytes(child))), 50);
  const [status] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  tally.memory(peak);
  tally.expect(peak < mostMegabytes, `svc ${args[0]} held ${peak.toFixed(0)} MB`);
  return { status, output, seconds: (performance.now() - start) / 1_000 };
}

/** Resolves to the address of a server that ends with the scenario. */
async function serve(context: Context, listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The text of each pattern at its own path. */
const answering =
  (chosen: typeof patterns): RequestListener =>
  ({ url = '' }, response) => {
    const found = chosen[Number(/^\/words\/(\d+)/.exec(url)?.[1] ?? -1)];
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ? { word: found[1] } : {}));
  };

const neverEnding: RequestListener = ({ method }, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  if (method === 'HEAD') return void response.end();
  const brackets = Buffer.alloc(65_536, '[');
  const write = () => {
    while (!response.destroyed && response.write(brackets));
    response.once('drain', write);
  };
  write();
};

function writeDocument(context: Context, name: string, chosen: typeof patterns): void {
  const paths = Object.fromEntries(
    chosen.map(([pattern], index) => {
      const schema = { type: 'object', required: ['word'], properties: { word: { type: 'string', pattern } } };
      const ok = { description: 'A word.', content: { 'application/json': { schema } } };
      return [`/words/${index}`, { get: { responses: { 200: ok } } }];
    }),
  );
  const document = { openapi: '3.1.0', info: { title: 'Words', version: '1' }, paths };
  writeFileSync(join(context.folder, name), JSON.stringify(document));
}

/** A log that begins with one line of so many megabytes, and goes on with a request of a client with a strange name. */
async function writeLongLine(path: string, megabytes: number): Promise<void> {
  const megabyte = Buffer.alloc(1024 * 1024, 'a');
  await pipeline(
    function* () {
      for (let written = 0; written < megabytes; written += 1) yield megabyte;
      yield '\n127.0.0.1 - =cmd|calc!A0 [22/Nov/2026:10:00:00 +0000] "GET /words/0 HTTP/1.1" 200 1\n';
    },
    createGzip({ level: 1 }),
    createWriteStream(path),
  );
}
