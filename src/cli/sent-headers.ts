import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { usageError } from './command-failure.js';
import type { Io } from './io.js';

/** `-H`, for every command that sends requests to a running service. */
export function declareSentHeaders(command: Command, what = 'header of every request'): Command {
  return command.option(
    '-H, --header <header>',
    `${what}, as 'Name: value' where $NAME is an environment variable, or @file with one a line (repeatable); SVC_TOKEN is a bearer token`,
    (value: string, before: readonly string[] = []) => [...before, value],
  );
}

const field = /^([!#$%&'*+\-.^_`|~\w]+):[ \t]*(.*?)[ \t]*$/;

/** The headers of every request, those of `--header` and the token of SVC_TOKEN. */
export function readSentHeaders(
  lines: readonly string[],
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
): Readonly<Record<string, string>> {
  let headers: Readonly<Record<string, string>> = env['SVC_TOKEN']
    ? { Authorization: `Bearer ${env['SVC_TOKEN']}` }
    : {};
  const given = lines.flatMap((one) =>
    one.startsWith('@') ? readLines(one.slice(1), cwd) : [fillVariables(one, env)],
  );
  for (const line of given) {
    const [, name, value] = field.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw usageError("A --header is not a header. Use -H 'Name: value', or -H @file with one header a line.");
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw usageError(`The value of --header ${name} has characters that a header cannot hold.`);
    headers = mergeHeaders(headers, { [name]: value });
  }
  return headers;
}

/** `X-API-Key: $KEY` with the value of KEY; `$$` is a dollar sign. */
function fillVariables(line: string, env: Io['env']): string {
  return line.replace(/\$(?:\$|\{(\w+)\}|([A-Za-z_]\w*))/g, (_, braced?: string, bare?: string) => {
    const name = braced ?? bare;
    if (name === undefined) return '$';
    const value = env[name];
    if (value) return value;
    throw usageError(
      `A --header names the environment variable ${name}, which is not set. Set it, or write $$ for a dollar sign.`,
    );
  });
}

/** Headers of two kinds; the second replace those of the same name, in whatever case. */
export function mergeHeaders(
  first: Readonly<Record<string, string>>,
  second: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const names = new Set(Object.keys(second).map((name) => name.toLowerCase()));
  return { ...Object.fromEntries(Object.entries(first).filter(([name]) => !names.has(name.toLowerCase()))), ...second };
}

function readLines(file: string, cwd: string): readonly string[] {
  try {
    return readFileSync(resolve(cwd, file), 'utf8')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '');
  } catch (error) {
    throw usageError(`--header @${file} cannot be read: ${(error as Error).message}`);
  }
}
