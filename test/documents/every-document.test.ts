import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { apps, documentsOf } from './apps.js';
import { documentProblems } from './document-problems.js';

const golden = (file: string) => fileURLToPath(new URL(`../../fixtures/documents/${file}`, import.meta.url));

describe.each(Object.keys(apps))('the documents of the app %s', (app) => {
  it('pass a parser, the meta-schema and Redocly', async () => {
    for (const { version, text } of await documentsOf(app))
      expect([version, ...(await documentProblems(text))]).toEqual([version]);
  });

  it('give every operation a summary, a description, a tag and, if it takes or returns JSON, an example', async () => {
    for (const { text } of await documentsOf(app)) {
      const { paths, components } = JSON.parse(text) as {
        paths: Record<string, Record<string, Operation>>;
        components?: { schemas?: Record<string, { examples?: unknown[] }> };
      };
      const missing = Object.entries(paths).flatMap(([path, item]) =>
        Object.entries(item).flatMap(([method, operation]) =>
          gaps(operation, components?.schemas ?? {}).map((gap) => `${method} ${path}: ${gap}`),
        ),
      );
      expect(missing).toEqual([]);
    }
  });
});

// Those of the bundled service are its contracts.
describe.each(Object.keys(apps).filter((app) => app !== 'bundled'))('the documents of the app %s', (app) => {
  it('equal the reviewed ones', async () => {
    for (const { version, text } of await documentsOf(app)) {
      await expect(text).toMatchFileSnapshot(golden(`${app}${version === null ? '' : `.v${version}`}.openapi.json`));
    }
  });
});

interface Media {
  schema?: { $ref?: string; examples?: unknown[] };
  example?: unknown;
  examples?: unknown;
}
interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

function gaps(
  { summary, description, tags, requestBody, responses }: Operation,
  schemas: Record<string, { examples?: unknown[] }>,
): string[] {
  const media = [requestBody, ...Object.values(responses)].flatMap((part) => Object.entries(part?.content ?? {}));
  const hasExample = ({ schema, example, examples }: Media) =>
    example !== undefined ||
    examples !== undefined ||
    schema?.examples !== undefined ||
    schemas[schema?.$ref?.split('/').at(-1) ?? '']?.examples !== undefined;
  return [
    ...(summary ? [] : ['summary']),
    ...(description ? [] : ['description']),
    ...(tags?.length ? [] : ['tag']),
    ...media
      .filter(([type, value]) => type.endsWith('json') && !hasExample(value))
      .map(([type]) => `example of ${type}`),
  ];
}
