import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useOf, usesOf } from '../../contract/consumers/testing/any-uses.js';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture, fixture } from '../testing/capture-io.js';

const config = fixture('documents/svc.config.yaml');
let project: ReturnType<typeof makeProject>;
beforeEach(() => {
  project = makeProject({});
});
afterEach(() => project.remove());

const docs = (...argv: readonly string[]) => capture(['docs', ...argv], { cwd: project.cwd });

/** An API whose operations share a problem, each with a group of its own. */
const largeDocument = (count: number) => ({
  openapi: '3.1.0',
  info: { title: 'Large', version: '1' },
  paths: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `/things/${index}`,
      {
        get: {
          tags: [`Group ${index}`],
          responses: {
            200: { description: 'OK' },
            404: {
              description: 'Not Found',
              content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
            },
          },
        },
      },
    ]),
  ),
  components: { schemas: { Problem: { type: 'object', properties: { reason: { type: 'string' } } } } },
});

describe('svc docs', () => {
  it.each([
    ['documents', config, ['1', '2']],
    ['a service', fixture('header/svc.config.ts'), ['1', '2']],
  ])('writes a page per version and the timeline of %s', async (_, entry, versions) => {
    expect(await docs(entry, '--out-dir', 'site')).toMatchObject({ code: 0 });
    for (const folder of ['', ...versions.map((version) => `${version}/`)]) {
      const page = readFileSync(project.path(`site/${folder}index.html`), 'utf8');
      const links = [...page.matchAll(/(?:href|src|data-document)="([^"#][^"]*)"/g)].map(([, link]) => link!);
      const own = links.filter((link) => !/^(?:https?|data|mailto):/.test(link));
      expect(own.length).toBeGreaterThan(2);
      const base = new URL(`file://${project.path(`site/${folder}index.html`)}`);
      expect(own.filter((link) => link.startsWith('/') || !existsSync(new URL(link, base)))).toEqual([]);
    }
  });

  it('writes a page of each operation that a version does not have, to which its other versions link', async () => {
    const config = fixture('header/svc.config.ts');
    await docs(config, '--out-dir', 'site');
    const absent = ['1', '2'].flatMap((version) =>
      readdirSync(project.path(`site/${version}/operations`)).flatMap((name) => {
        const page = readFileSync(project.path(`site/${version}/operations/${name}`), 'utf8');
        return page.includes(`is not in version ${version}</h1>`) ? [[version, name, page] as const] : [];
      }),
    );
    expect(absent.length).toBeGreaterThan(0);
    for (const [version, name, page] of absent) {
      const other = version === '1' ? '2' : '1';
      expect(page).toContain(`href="../../${other}/operations/${name}"`);
      expect(readFileSync(project.path(`site/${other}/operations/${name}`), 'utf8')).toContain(
        `href="../../${version}/operations/${name}"`,
      );
    }
  });

  it('writes a page that compares an operation with the version before, for each that differs', async () => {
    await docs(config, '--out-dir', 'site');
    const compared = readdirSync(project.path('site/2/from-1'));
    expect(compared.length).toBeGreaterThan(0);
    for (const name of compared) {
      const page = readFileSync(project.path(`site/2/from-1/${name}`), 'utf8');
      expect(page).toContain('Compared with 1');
      expect(page).toMatch(/<del>|<ins>/);
      expect(page).toContain(`<a href="../operations/${name}">Stop comparing</a>`.replace('../', '../../2/'));
      expect(readFileSync(project.path(`site/2/operations/${name}`), 'utf8')).toContain(`from-1/${name}"`);
    }
    expect(compared.length).toBeLessThan(readdirSync(project.path('site/2/operations')).length);
  });

  it('writes one file for each version and the one before, and links the guides of versions that lie further apart to it', async () => {
    await docs(config, '--out-dir', 'site');
    const pair = JSON.parse(readFileSync(project.path('site/2/changes.json'), 'utf8')) as {
      readonly changed: Readonly<Record<string, { readonly anchor: string }>>;
    };
    expect(pair).toMatchObject({ from: '1', to: '2', guide: 'changes.html' });
    expect(Object.keys(pair.changed).length).toBeGreaterThan(0);
    const guide = readFileSync(project.path('site/2/changes.html'), 'utf8');
    for (const { anchor } of Object.values(pair.changed)) expect(guide).toContain(`id="${anchor}"`);
    expect(existsSync(project.path('site/1/changes.json'))).toBe(false);
    expect(readFileSync(project.path('site/1/index.html'), 'utf8')).toContain('../2/changes.json');
  });

  it('writes a page of an operation no larger for an API of four times as many', async () => {
    const sizes = [];
    for (const count of [100, 400]) {
      writeFileSync(project.path('openapi.json'), JSON.stringify(largeDocument(count)));
      await docs('--document', 'openapi.json', '--out-dir', 'site');
      const page = readFileSync(project.path('site/operations/get-things-50.html'), 'utf8');
      expect(page).toContain(`All ${count} operations`);
      expect(page).toContain('href="get-things-51.html"');
      expect(page).not.toContain('<code class="name">reason</code>');
      sizes.push(page.length);
    }
    expect(sizes[1]).toBe(sizes[0]);
    expect(sizes[0]).toBeLessThan(15_000);
    expect(readFileSync(project.path('site/index.html'), 'utf8')).toContain('operations/get-things-399.html');
  });

  it('replaces what it wrote, and removes what is no longer there', async () => {
    await docs(config, '--out-dir', 'site');
    const before = readFileSync(project.path('site/2/index.html'), 'utf8');
    writeFileSync(project.path('site/own.txt'), 'kept');
    expect((await docs(config, '--out-dir', 'site')).code).toBe(0);
    expect(readFileSync(project.path('site/2/index.html'), 'utf8')).toBe(before);
    await docs('--document', fixture('documents/openapi/v2.yaml'), '--out-dir', 'site');
    expect(existsSync(project.path('site/1/index.html'))).toBe(false);
    expect(readdirSync(project.path('site'))).toContain('own.txt');
  });

  it('protects each page with a policy that admits its own script by its hash', async () => {
    await docs(config, '--out-dir', 'site');
    const script = readFileSync(project.path('site/_assets/page.js'));
    const hash = `sha256-${createHash('sha256').update(script).digest('base64')}`;
    for (const name of ['index.html', '2/index.html', '2/changes.html']) {
      const page = readFileSync(project.path(`site/${name}`), 'utf8');
      const [, policy] = /<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(
        page,
      )!;
      expect(policy!.replaceAll('&#39;', "'")).toBe(
        `default-src 'none'; base-uri 'none'; form-action 'none'; script-src '${hash}'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' https://api.example.com`,
      );
      expect(page).toContain(`integrity="${hash}"`);
    }
  });

  it('names who still uses what is deprecated, where files of consumers are given', async () => {
    const own = (consumer: string, operation: string) => {
      const use = useOf(operation, ['[].note'], { sends: ['query.page'], places: { 'query.page': 'src/a.ts:4' } });
      return JSON.stringify(usesOf(consumer, [use], { api: 'orders', version: '1' }));
    };
    mkdirSync(project.path('consumers'));
    writeFileSync(project.path('consumers/shop.json'), own('shop<b>', 'GET /orders'));
    writeFileSync(project.path('consumers/till.json'), own('till', 'DELETE /orders/{id}'));
    /** The first and the fifth cell of each row: what it is about, and who uses it. */
    const rows = async (...words: readonly string[]) => {
      expect(await docs(config, '--out-dir', 'site', ...words)).toMatchObject({ code: 0 });
      const [, body] = /<tbody>([^]*?)<\/tbody>/.exec(readFileSync(project.path('site/index.html'), 'utf8'))!;
      const cells = body!.split('<tr').map((row) => row.split(/<\/t[hd]>/).map((one) => one.replace(/^.*>/s, '')));
      return cells.map((row) => `${row[0]}: ${row[4]}`);
    };
    const named = await rows('--consumers', 'consumers');
    expect(named).toContain('Version 1: shop&lt;b&gt;, till');
    expect(named).toContain('DELETE /v1/orders/{id}: till');
    expect(named).toContain('Version 2: ');
    expect(named).toContain('query parameter &quot;page&quot; of GET /v1/orders: shop&lt;b&gt; (src/a.ts:4)');
    expect(named).toContain('property NewOrder.note: shop&lt;b&gt;');
    writeFileSync(project.path('consumers/till.json'), own('till', 'GET /orders/{id}'));
    expect(await rows('--consumers', 'consumers')).toContain('DELETE /v1/orders/{id}: no known consumer');
    expect((await rows()).join()).not.toMatch(/till|no known consumer/);
  });

  it('refuses a folder of somebody else', async () => {
    writeFileSync(project.path('file'), '');
    expect(await docs(config, '--out-dir', '.')).toEqual({
      code: 2,
      stdout: '',
      stderr: '--out-dir . has files that svc docs did not write. Name an empty or a new folder.\n',
    });
    expect((await docs(config, '--out-dir', 'file')).stderr).toBe(
      '--out-dir file is not a folder. Name another one.\n',
    );
  });
});
