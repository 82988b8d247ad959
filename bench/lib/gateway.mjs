import { compile, pathOf } from './compile.mjs';
import { measureMemory } from './gateway-memory.mjs';
import { measure, median } from './load.mjs';
import { startServer } from './start-server.mjs';

const cases = [
  { name: 'newest version', path: '/orders', headers: { 'X-API-Version': '2' }, goal: 0.8 },
  { name: 'older version, no change reaches it', path: '/plain', headers: { 'X-API-Version': '1' }, goal: 0.8 },
  { name: 'path that is not in the document', path: '/other', headers: {}, goal: 0.8 },
  { name: 'older version, converted (2.5 KB)', path: '/orders', headers: { 'X-API-Version': '1' }, goal: 0.6 },
];

/** What a gateway costs beside a plain proxy of the same library, in requests per second of processor time, in paired rounds. */
export async function measureGateway(node, version, { rounds, seconds }) {
  const upstream = await startServer({ node, file: pathOf('gateway/upstream.mjs'), core: 1 });
  process.env.UPSTREAM = upstream.url;
  const files = {
    plain: pathOf('gateway/plain.mjs'),
    svckit: await compile(pathOf('gateway/svckit.mts'), pathOf('gateway/.svckit.mjs')),
  };
  const ratios = cases.map(() => []);
  const rates = cases.map(() => []);
  try {
    for (let round = 0; round < rounds; round++)
      for (const [index, { name, goal: _, ...one }] of cases.entries()) {
        process.stderr.write(`\r\u001b[K${version} round ${round + 1}/${rounds} ${name}`);
        const found = {};
        for (const peer of round % 2 ? ['svckit', 'plain'] : ['plain', 'svckit']) {
          const server = await startServer({ node, file: files[peer], core: 0 });
          try {
            const load = { method: 'GET', ...one, server, core: 0 };
            await measure({ ...load, seconds: Math.max(2, seconds) });
            found[peer] = await measure({ ...load, seconds });
          } finally {
            await server.stop();
          }
        }
        ratios[index].push(found.svckit / found.plain);
        rates[index].push(found.plain);
      }
  } finally {
    await upstream.stop();
  }
  process.stderr.write('\r\u001b[K');
  const row = ({ name, goal }, index) =>
    `| ${name} | ${Math.round(median(rates[index])).toLocaleString('en')} | ${median(ratios[index]).toFixed(2)} | ${goal} |\n`;
  return (
    `## Node ${version}: a gateway beside a plain proxy with undici (median of ${rounds} paired rounds)\n\n` +
    `| | plain proxy, requests per second of processor time | gateway, ratio | goal |\n| --- | ---: | ---: | ---: |\n${cases.map(row).join('')}` +
    (await measureMemory(node, files.svckit))
  );
}
