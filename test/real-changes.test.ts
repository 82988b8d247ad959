import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceDefinition } from 'svckit';
import { testApp } from 'svckit/testing';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../fixtures/real-changes/real-change.js';
import { capture, fixture } from '../src/cli/testing/capture-io.js';
import { repository } from './read-imports.js';

const folder = fixture('real-changes');
const names = readdirSync(join(folder, 'changes')).map((file) => file.replace(/\.ts$/, ''));

const { headingAnchor } = (await import(new URL('../site/heading-anchor.mjs', import.meta.url).href)) as {
  headingAnchor(title: string): string;
};
const [, ...sections] = readFileSync(join(repository, 'docs/real-changes.md'), 'utf8').split(/^### /m);
const codeOf = (section: string) => [...section.matchAll(/^```ts fragment\n(.*?)^```$/gms)].map(([, code]) => code);
/** What the page shows, by the name of its section. */
const shown = new Map(
  sections.map((section) => [headingAnchor(section.slice(0, section.indexOf('\n'))), codeOf(section)]),
);

/** The answer to a request, and its JSON or text. */
async function answerOf({ app }: Awaited<ReturnType<typeof testApp>>, { version, send, headers, body }: Exchange) {
  const [method = '', path = ''] = send.split(' ');
  const response = await app.request(path, {
    method,
    headers: {
      'X-API-Version': version,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
  return { response, value: isJson ? (JSON.parse(text) as unknown) : text };
}

it('the page has a section for each change, and shows it', () => {
  expect([...shown.keys()].sort()).toEqual(names.sort());
});

describe.each(names)('%s', (name) => {
  it('is on the page as it is in the module', () => {
    const source = readFileSync(join(folder, `changes/${name}.ts`), 'utf8');
    const marked = [...source.matchAll(/^\/\/ #region change\n(.*?)^\/\/ #endregion$/gms)].map(([, code]) => code);
    expect(shown.get(name)).toEqual(marked);
    expect(marked).toHaveLength(1);
  });

  it('gives each version its answers', async () => {
    const { default: service, exchanges } = (await import(join(folder, `changes/${name}.ts`))) as {
      readonly default: ServiceDefinition;
      readonly exchanges: readonly Exchange[];
    };
    const logged: string[] = [];
    const logger = { info() {}, warn() {}, error: (text: string) => logged.push(text) };
    await using app = await testApp(service, { logger });
    for (const exchange of exchanges) {
      const { status = 200, answer, answered = {} } = exchange;
      const { response, value } = await answerOf(app, exchange);
      const what = `${exchange.send} of version ${exchange.version}`;
      expect(response.status, what).toBe(status);
      if (status >= 400) expect(value, what).toMatchObject({ status, ...(answer as object | undefined) });
      else expect(value, what).toEqual(answer);
      for (const [header, expected] of Object.entries(answered))
        expect(response.headers.get(header), what).toBe(expected);
    }
    expect(logged).toEqual([]);
    expect([...new Set(exchanges.map(({ version }) => version))].sort()).toEqual(['1', '2']);
  });

  it('passes svc check and keeps every law', async () => {
    const ask = (command: string) => capture([command, `changes/${name}.ts`], { cwd: folder });
    expect(await ask('check')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No problems in /) });
    const { code, stdout } = await ask('laws');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^(?:1 change keeps every law: .*|The service declares no changes\.)\n$/),
    ]);
  });
});
