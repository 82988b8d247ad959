import { readFileSync, writeSync } from 'node:fs';
import module from 'node:module';

/** Where the answer goes: a pipe beside the standard streams, which the code of a service does not write to. */
const answers = 3;

module.enableCompileCache?.();
const { answerQuestion } = await import('../dist/answer.js');
const asked = readFileSync(0, 'utf8');
const key = asked.slice(0, asked.indexOf('\n'));
const send = createSender(writeSync, new TextEncoder());
const { stderr, env } = process;
const io = {
  env: { ...env },
  stderr: { write: (text) => void stderr.write(text), isTTY: stderr.isTTY === true, columns: stderr.columns },
};
send(`${key}\n${await answerQuestion(asked.slice(key.length + 1), io)}\n${key}\n`);

/** Keeps what it needs, in case the service replaces it. */
function createSender(write, encoder) {
  const encode = encoder.encode.bind(encoder);
  return (text) => {
    const bytes = encode(text);
    for (let sent = 0; sent < bytes.length; ) sent += write(answers, bytes, sent);
  };
}
