import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';

/** Where the answer goes: a pipe beside the standard streams, which the code of a service does not write to. */
const answers = 3;

module.enableCompileCache?.();
// A process that ends with its answer gains less from optimised code than compiling it takes; V8's own budget is a sixth of this.
setFlagsFromString('--interrupt-budget=400000');
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
