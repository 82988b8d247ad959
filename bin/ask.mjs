import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('answer.mjs', import.meta.url));

/**
 * Sends a question to a process of its own, which loads the service, and resolves to the answer; null if that process ends without one.
 * The key that frames the answer is read there before any code of the service runs, so that code cannot send an answer itself. What it
 * prints goes to standard error.
 */
export async function ask(question) {
  const key = randomUUID();
  const child = spawn(process.execPath, [...process.execArgv, script], { stdio: ['pipe', 2, 2, 'pipe'] });
  const [start, end] = [Buffer.from(`${key}\n`), Buffer.from(`\n${key}\n`)];
  const answer = new Promise((resolve, reject) => {
    const chunks = [];
    child.once('error', reject);
    child.stdio[3]
      .on('error', () => {})
      .on('data', (chunk) => {
        chunks.push(chunk);
        if (!endsWith(chunks, end)) return;
        const text = Buffer.concat(chunks);
        resolve(
          endsWith([text.subarray(0, start.length)], start)
            ? text.toString('utf8', start.length, text.length - end.length)
            : null,
        );
      });
    child.stdio[3].once('close', () => resolve(null));
    child.stdin.on('error', () => {});
    question.then((text) => child.stdin.end(`${key}\n${text}`), reject);
  });
  return answer.finally(() => child.kill('SIGKILL'));
}

/** The end of an answer may be spread over several chunks. */
function endsWith(chunks, end) {
  const tail = [];
  for (let index = chunks.length - 1, size = 0; index >= 0 && size < end.length; index -= 1) {
    tail.unshift(chunks[index]);
    size += chunks[index].length;
  }
  return Buffer.concat(tail).subarray(-end.length).equals(end);
}
