import { PassThrough } from 'node:stream';

/** A terminal at which somebody presses keys whenever the screen shows what they wait for. */
export function sitAt(keys: readonly (readonly [sees: string, presses: string])[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
  const left = [...keys];
  let screen = '';
  let everything = '';
  output.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
    everything += chunk.toString();
    const [next] = left;
    if (!next || !screen.includes(next[0])) return;
    left.shift();
    screen = '';
    setImmediate(() => input.write(next[1]));
  });
  return { input, output, screen: () => everything };
}
