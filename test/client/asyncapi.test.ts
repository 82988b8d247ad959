import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { capture, fixture } from '../../src/cli/testing/capture-io.js';
import { tools } from './consumer-folder.js';

interface Diagnostic {
  readonly severity: number;
  readonly message: string;
  readonly path: readonly (string | number)[];
}
interface AsyncApiParser {
  parse(text: string): Promise<{ readonly document?: { json(): object }; readonly diagnostics: readonly Diagnostic[] }>;
}
const { Parser } = createRequire(join(tools, 'package.json'))('@asyncapi/parser') as {
  readonly Parser: new () => AsyncApiParser;
};

/** What the parser of AsyncAPI says beside that 3.0.0 is not its newest version. */
async function problemsOf(text: string): Promise<readonly string[]> {
  const { document, diagnostics } = await new Parser().parse(text);
  if (!document) return ['not parsed', ...diagnostics.map(({ message }) => message)];
  return diagnostics
    .filter(({ severity }) => severity <= 1)
    .map(({ message, path }) => `${path.join('.')}: ${message}`);
}

describe('svc openapi export --format asyncapi', () => {
  it.each(['1', '2', '3'])('is valid AsyncAPI 3 in version %s', async (version) => {
    const { code, stdout } = await capture(['openapi', 'export', '--api-version', version, '--format', 'asyncapi'], {
      cwd: fixture('webhooks'),
    });
    expect(code).toBe(0);
    expect(await problemsOf(stdout)).toEqual([]);
    const broken = stdout.replace('"action": "send"', '"action": "shout"');
    expect(await problemsOf(broken)).not.toEqual([]);
  });

  it('is valid for the bundled service', async () => {
    const { stdout } = await capture(['openapi', 'export', '--format', 'asyncapi'], { cwd: join(tools, '..') });
    expect(await problemsOf(stdout)).toEqual([]);
  });
});
