import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture } from '../testing/capture-io.js';

const made: { remove(): void }[] = [];
afterEach(() => made.splice(0).forEach((one) => one.remove()));

/** A gateway of one operation, and the lock that it writes. */
async function lockOf(document: string, operation: string) {
  const project = makeProject({
    'openapi.yaml': document,
    'svc.config.ts': `import { defineVersions } from 'svckit';
import { defineGateway } from 'svckit/around';
import { z } from 'zod';
const operations = { read: { operationId: 'read', method: 'GET', path: '/books', ${operation} } } as const;
export default defineGateway({ upstream: 'http://127.0.0.1:9', document: new URL('./openapi.yaml', import.meta.url), shapes: {}, operations, versions: defineVersions(['1']), versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' } });
`,
  });
  made.push(project);
  const { code, stderr } = await capture(['openapi', 'lock'], { cwd: project.cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Wrote contracts/v1.json.\n' });
  return JSON.parse(readFileSync(join(project.cwd, 'contracts', 'v1.json'), 'utf8')) as {
    readonly paths: { readonly '/books': { readonly get: { readonly responses: Record<string, unknown> } } };
  };
}

describe('a gateway', () => {
  it('has an answer without content to several statuses', async () => {
    const { paths } = await lockOf(
      `openapi: 3.0.3
info: { title: Books, version: '1' }
paths:
  /books:
    get: { operationId: read, responses: { default: { description: Any. }, 4XX: { description: Refused. } } }
`,
      "responses: { default: null, '4XX': null }",
    );
    const { default: others, '4XX': refused } = paths['/books'].get.responses;
    expect([others, refused]).toEqual([{ description: 'Any.' }, { description: 'Refused.' }]);
  });

  it('reads Swagger 2.0', async () => {
    const { paths } = await lockOf(
      `swagger: "2.0"
info: { title: Books, version: '1' }
paths:
  /books:
    get:
      operationId: read
      produces: [application/json]
      responses: { 200: { description: Books., schema: { type: array, items: { type: string } } } }
`,
      'responses: { 200: z.array(z.string()) }',
    );
    expect(paths['/books'].get.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { type: 'array', items: { type: 'string' } } } },
    });
  });

  it('works with mistakes of its document, which are notes with their lines', async () => {
    const read = (path: string) =>
      `  ${path}: { get: { operationId: read, security: [{ nobody: [] }], responses: { 200: { description: Read. } } } }`;
    const project = makeProject({
      'openapi.yaml': `openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
${read('/books')}
${read('/shelves')}
`,
      'svc.config.ts': `import { defineVersions } from 'svckit';
import { defineGateway } from 'svckit/around';
export default defineGateway({ upstream: 'http://127.0.0.1:9', document: new URL('./openapi.yaml', import.meta.url), versions: defineVersions(['1']), versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' } });
`,
    });
    made.push(project);
    const { code, stdout } = await capture(['check'], { cwd: project.cwd });
    const notes = [...stdout.matchAll(/openapi\.yaml:(\d+) info ([\w-]+):/g)].map(([, line, id]) => [id, line]);
    expect([code, notes]).toEqual([
      0,
      [
        ['security-scheme-unknown', '4'],
        ['operation-id-repeated', '5'],
      ],
    ]);
    expect(stdout).toContain('svc check --all lists 1 more.');
    expect((await capture(['check', '--all'], { cwd: project.cwd })).stdout).toMatch(/^3 notes in 2 routes/m);
  });

  it('says what becomes of a request that no operation answers', async () => {
    const text = (paths: string) => `import { change, defineVersions, operation } from 'svckit';
import { defineGateway } from 'svckit/around';
const read = { operationId: 'read', method: 'GET', path: '/books', responses: { 200: null } } as const;
const moved = change({ title: 'Moved', operations: [operation(read, { before: { path: '/volumes' } })] });
export default defineGateway({ upstream: 'http://127.0.0.1:9', document: new URL('./openapi.yaml', import.meta.url), operations: { read },
  versions: defineVersions(['1', { version: '2', changes: [moved] }]), versioning: { type: 'header', header: 'V', defaultVersion: '1' }${paths} });
`;
    const document = `openapi: 3.1.0
info: { title: Books, version: '2' }
paths: { /books: { get: { operationId: read, responses: { 200: { description: Books. } } } } }
`;
    const explain = async (paths: string, ...words: readonly string[]) => {
      const project = makeProject({ 'openapi.yaml': document, 'svc.config.ts': text(paths) });
      made.push(project);
      const { code, stdout } = await capture(['explain', ...words, '--format', 'json'], { cwd: project.cwd });
      const { outcome, reason } = JSON.parse(stdout) as { readonly outcome: string; readonly reason: string };
      return [code, outcome, reason];
    };
    const own = 'The application gets it as it came: its document has no such operation.';
    expect(await explain('', 'GET', '/files')).toEqual([0, 'mount', own]);
    const near = `${own} GET /volumes is near: the option paths says which spellings are one path.`;
    expect(await explain('', 'GET', '/Volumes?q=%')).toEqual([0, 'mount', near]);
    const loose = await explain(', paths: { caseSensitive: false }', 'GET', '/Volumes?q=%');
    expect(loose.slice(0, 2)).toEqual([0, 'handler']);
    const older = 'The application answers OPTIONS at /books: only older versions have this address.';
    expect(await explain('', 'OPTIONS', '/volumes')).toEqual([0, 'mount', older]);
  });
});
