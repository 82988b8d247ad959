import { measure, median } from './load.mjs';
import { startServer } from './start-server.mjs';

/** Of processor time, before anything is measured: servers run for weeks. */
const usualWarmUp = 4;

/**
 * Rows of a table: the requests per second of processor time of a server without svckit, and the share of them that is left with it, as
 * medians of rounds that alternate. `plain` and `own` of a case are the files of its servers, with what their environment has; `warmUp` is how
 * many seconds of processor time they get before.
 */
export async function measurePairs(cases, { node, version, rounds, seconds }) {
  const found = cases.map(() => ({ rates: [], ratios: [] }));
  for (let round = 0; round < rounds; round++)
    for (const [index, { name, plain, own, path, headers = {}, warmUp = usualWarmUp }] of cases.entries()) {
      process.stderr.write(`\r\u001b[K${version} round ${round + 1}/${rounds} ${name}`);
      const rates = new Map();
      for (const peer of round % 2 ? [own, plain] : [plain, own]) {
        const server = await startServer({ node, core: 0, settled: true, ...peer });
        try {
          const load = { method: 'GET', path, headers, server, core: 0 };
          await measure({ ...load, seconds: warmUp });
          rates.set(peer, await measure({ ...load, seconds }));
        } finally {
          await server.stop();
        }
      }
      found[index].rates.push(rates.get(plain));
      found[index].ratios.push(rates.get(own) / rates.get(plain));
    }
  process.stderr.write('\r\u001b[K');
  return cases
    .map(({ name, goal }, index) => {
      const { rates, ratios } = found[index];
      return `| ${name} | ${Math.round(median(rates)).toLocaleString('en')} | ${median(ratios).toFixed(2)} | ${goal} |\n`;
    })
    .join('');
}
