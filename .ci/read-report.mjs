// node .ci/read-report.mjs report.json failures: prints how many tests of a vitest report passed and failed, and adds the failed ones to a file.
import { appendFileSync, readFileSync } from 'node:fs';

const [report, failures] = process.argv.slice(2);
const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
const failed = testResults.filter(({ status }) => status === 'failed');
/** Files that failed outside their tests. */
const broken = failed.filter(({ assertionResults }) => assertionResults.length === 0);
const names = failed.flatMap(({ name, assertionResults }) => [
  name,
  ...assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `  ${fullName}`),
]);
if (names.length > 0) appendFileSync(failures, `${names.join('\n')}\n`);
console.log(numPassedTests, numFailedTests + broken.length);
