import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import module from 'node:module';

/** Where the answer goes: a pipe beside the standard streams, which the code of a service does not write to. */
const answers = 3;

module.enableCompileCache?.();
const { answerQuestion } = await import('../dist/answer.js');
// Not readFileSync(0): it throws EAGAIN when the question is late.
const asked = await text(process.stdin);
const key = asked.slice(0, asked.indexOf('\n'));
const send = createSender(writeSync, new TextEncoder());
const { stderr, env } = process;
const io = {
  env: { ...env },
  stderr: { write: (line) => void stderr.write(line), isTTY: stderr.isTTY === true, columns: stderr.columns },
};
send(`${key}\n${await answerQuestion(asked.slice(key.length + 1), io)}\n${key}\n`);

/** Keeps what it needs, in case the service replaces it. */
function createSender(write, encoder) {
  const encode = encoder.encode.bind(encoder);
  return (answer) => {
    const bytes = encode(answer);
    for (let sent = 0; sent < bytes.length; ) sent += write(answers, bytes, sent);
  };
}
