import { compile, pathOf } from './compile.mjs';
import { measureMemory } from './gateway-memory.mjs';
import { measurePairs, turns } from './paired.mjs';
import { startServer } from './start-server.mjs';

/** What converts becomes as fast as it gets only after some 100,000 requests. */
const converting = { path: '/orders', warmUp: 10 };
const ofGateway = [
  { name: 'newest version', path: '/orders', headers: { 'X-API-Version': '2' }, goal: 0.8 },
  { name: 'older version, no change reaches it', path: '/plain', headers: { 'X-API-Version': '1' }, goal: 0.8 },
  { name: 'path that is not in the document', path: '/other', goal: 0.8 },
  { name: 'older version, converted (2.5 KB)', ...converting, headers: { 'X-API-Version': '1' }, goal: 0.6 },
  { name: 'without svckit, a proxy that converts by hand', ...converting, file: 'gateway/by-hand.mjs', goal: '' },
];

const newest = { path: '/orders', headers: { 'X-API-Version': '2' } };
const ofApplications = [
  ...['fastify by fastify', 'hono by fetch', 'hono by node'].flatMap((kind) => [
    { name: `${kind}: newest version`, kind, ...newest, goal: 0.95 },
    { name: `${kind}: older version, no change reaches it`, kind, path: '/plain', goal: 0.95 },
    { name: `${kind}: older version, converted`, kind, ...converting, headers: { 'X-API-Version': '1' }, goal: '' },
  ]),
  { name: 'without svckit, fastify with a hook that does nothing', kind: 'fastify by hook', ...newest, goal: '' },
  { name: 'without svckit, hono where the version is read and Vary added', kind: 'hono by vary', ...newest, goal: '' },
];

/** What a gateway costs beside a plain proxy of the same library, and `around` beside the application alone. */
export async function measureGateway(node, version, { rounds, seconds, only = () => true }) {
  const heading = (name, alone, ratio) =>
    `## Node ${version}: ${name} (median of ${rounds * turns} paired turns in ${rounds} rounds)\n\n` +
    `| | ${alone}, requests per second of processor time | ${ratio}, ratio | goal |\n| --- | ---: | ---: | ---: |\n`;
  const chosen = (cases) => cases.filter(({ name }) => only(name));
  const options = { node, version, rounds, seconds };
  const gateway = await compile(pathOf('gateway/svckit.mts'), pathOf('gateway/.svckit.mjs'));
  return (
    heading('a gateway beside a plain proxy with undici', 'plain proxy', 'gateway') +
    (await measureProxies(chosen(ofGateway), gateway, options)) +
    (await measureMemory(node, gateway)) +
    `\n${heading('around an application beside the application alone', 'application', 'around')}` +
    (await measurePairs(await withApplications(chosen(ofApplications)), options))
  );
}

async function measureProxies(cases, gateway, options) {
  const upstream = await startServer({ node: options.node, file: pathOf('gateway/upstream.mjs'), core: 1 });
  const env = { UPSTREAM: upstream.url };
  const plain = { file: pathOf('gateway/plain.mjs'), env };
  try {
    return await measurePairs(
      cases.map(({ file, ...one }) => ({ ...one, plain, own: { file: file ? pathOf(file) : gateway, env } })),
      options,
    );
  } finally {
    await upstream.stop();
  }
}

const withApplications = (cases) =>
  Promise.all(
    cases.map(async ({ kind, ...one }) => {
      const [framework, EDGE] = kind.split(' by ');
      const file = await compile(pathOf(`around/${framework}.mts`), pathOf(`around/.${framework}.mjs`));
      return { ...one, plain: { file }, own: { file, env: { EDGE } } };
    }),
  );
