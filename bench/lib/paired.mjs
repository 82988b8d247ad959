import { measure, median } from './load.mjs';
import { startServer } from './start-server.mjs';

/** Of processor time, before anything is measured: servers run for weeks. */
const usualWarmUp = 4;

/** How often both servers of a case have their turn in a round: a machine that is slow for a while is slow for both. */
export const turns = 8;

/**
 * Rows of a table: the requests per second of processor time of a server without svckit, and the share of them that is left with it, as
 * medians of turns that alternate, each a quarter of `seconds` long. `plain` and `own` of a case are the files of its servers, with what their
 * environment has; `warmUp` is how many seconds of processor time they get before.
 */
export async function measurePairs(cases, { node, version, rounds, seconds }) {
  const found = cases.map(() => ({ rates: [], ratios: [] }));
  for (let round = 0; round < rounds; round++)
    for (const [index, { name, plain, own, path, headers = {}, warmUp = usualWarmUp }] of cases.entries()) {
      process.stderr.write(`\r\u001b[K${version} round ${round + 1}/${rounds} ${name}`);
      const servers = new Map();
      const rateOf = (peer, long) =>
        measure({ method: 'GET', path, headers, server: servers.get(peer), core: 0, seconds: long });
      try {
        for (const peer of [plain, own]) {
          servers.set(peer, await startServer({ node, core: 0, settled: true, ...peer }));
          await rateOf(peer, warmUp);
        }
        for (let turn = 0; turn < turns; turn++) {
          const rates = new Map();
          for (const peer of turn % 2 ? [own, plain] : [plain, own]) rates.set(peer, await rateOf(peer, seconds / 4));
          found[index].rates.push(rates.get(plain));
          found[index].ratios.push(rates.get(own) / rates.get(plain));
        }
      } finally {
        for (const server of servers.values()) await server.stop();
      }
    }
  process.stderr.write('\r\u001b[K');
  return cases
    .map(({ name, goal }, index) => {
      const { rates, ratios } = found[index];
      return `| ${name} | ${Math.round(median(rates)).toLocaleString('en')} | ${median(ratios).toFixed(2)} | ${goal} |\n`;
    })
    .join('');
}
