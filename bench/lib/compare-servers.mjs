import { measure, median } from './load.mjs';
import { startServer } from './start-server.mjs';

const baseline = 'node-http';

/**
 * A table of requests per second of processor time, as ratios to bare Node in the same round.
 * Before the first measured round every server is verified.
 */
export async function compareServers({ node, version, rounds, seconds, cases, peers, fileOf, verify }) {
  const ratios = Object.fromEntries(
    peers.map((name) => [name, Object.fromEntries(cases.map((one) => [one.name, []]))]),
  );
  const bare = Object.fromEntries(cases.map((one) => [one.name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const one of cases) {
      const rates = {};
      const order = round % 2 ? [...peers, baseline] : [baseline, ...peers];
      for (const name of order) {
        process.stderr.write(`\r\u001b[K${version} round ${round}/${rounds} ${one.name} ${name}`);
        const server = await startServer({ node, file: fileOf(name), core: 0 });
        try {
          if (round === 0) await verify(name, server.url);
          await measure({ ...one, server, core: 0, seconds: Math.max(2, seconds) });
          if (round > 0) rates[name] = await measure({ ...one, server, core: 0, seconds });
        } finally {
          await server.stop();
        }
      }
      if (round === 0) continue;
      bare[one.name].push(rates[baseline]);
      for (const name of peers) ratios[name][one.name].push(rates[name] / rates[baseline]);
    }
  }
  process.stderr.write('\r\u001b[K');
  const row = (cells) => `| ${cells.join(' | ')} |\n`;
  return (
    `## Node ${version}: requests per second of processor time, relative to bare node:http (median of ${rounds} paired rounds)\n\n` +
    row(['', ...cases.map((one) => one.name)]) +
    row(['---', ...cases.map(() => '---:')]) +
    row([
      'node:http, requests per second',
      ...cases.map((one) => Math.round(median(bare[one.name])).toLocaleString('en')),
    ]) +
    peers.map((name) => row([name, ...cases.map((one) => median(ratios[name][one.name]).toFixed(2))])).join('')
  );
}
