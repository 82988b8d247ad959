import { execFileSync } from 'node:child_process';

const commands = ['curl', 'http'];

/** What sh gives to these commands for each of some lines, word by word. No word is the character 1. */
export function readBySh(
  lines: readonly string[],
  env: Readonly<Record<string, string>> = {},
): readonly (readonly string[])[] {
  const shown = commands.map((name) => `${name}() { printf '%s\\0' "$@"; printf '\\1\\0'; }\n`);
  const input = `${shown.join('')}${lines.join('\n')}\n`;
  const words = execFileSync('sh', ['-s'], { input, env, encoding: 'utf8' }).split('\0').slice(0, -1);
  const found: string[][] = [[]];
  for (const word of words)
    if (word === '\u0001') found.push([]);
    else found.at(-1)!.push(word);
  return found.slice(0, -1);
}
