import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runs } from '../../test/property-runs.js';
import { steersTerminal } from '../text/testing/any-text.js';
import { formats } from '../report/formats.js';
import { capture } from './testing/capture-io.js';
import { hostileDocument, plantedLine } from './testing/hostile-document.js';
import { makeRepository } from './testing/make-repository.js';

const books = (version: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Books', version },
    paths: { '/books': { get: { operationId: 'list', responses: { 200: { description: 'Books.' } } } } },
  });
const gateway = `import { defineVersions } from 'svckit';
import { defineGateway } from 'svckit/around';
export default defineGateway({ upstream: 'http://127.0.0.1:9', document: '../new.json', versions: defineVersions(['1']), versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' } });
`;
const project = makeRepository({
  'old.json': books('1'),
  'new.json': books('2'),
  'access.log': '',
  'svc.config.yaml': 'title: Books\nversions:\n  "1": { file: old.json }\n  "2": { file: new.json }\n',
  'gateway/svc.config.ts': gateway,
});
afterAll(project.remove);

const odd = '::set-output name=x::y.json';
const each = (argv: readonly string[], names: readonly string[]) => names.map((name) => [...argv, '--format', name]);
const reports = Object.keys(formats);
const lists = ['table', 'json', 'yaml', 'csv', 'markdown'];

/** Every command that reads a document, in every format. */
const commands: readonly (readonly string[])[] = [
  ...each(['diff', 'old.json', 'new.json'], reports),
  ...each(['diff', odd, 'old.json'], reports),
  ['diff', 'old.json', 'new.json', '--suggest-exceptions'],
  ['shapes', 'new.json'],
  ['shapes', odd, '--format', 'json'],
  ['shapes', odd, '--only', '::set-output name=x::y'],
  ['shapes', 'new.json', '--out', '::error::x.ts'],
  ['shapes', 'new.json', '--check', '--meaning'],
  ['docs', '--out-dir', 'site'],
  ['docs', '--document', odd, '--out-dir', '::error::x'],
  ['openapi', 'lock'],
  ...each(['openapi', 'lock', '--check'], reports),
  ['openapi', 'lock', '--document', odd],
  ...each(['check'], reports),
  ...each(['check', 'gateway/svc.config.ts'], reports),
  ['openapi', 'export', 'gateway/svc.config.ts', '--format', 'yaml'],
  ['openapi', 'export', 'gateway/svc.config.ts', '--format', 'json'],
  ['client', 'gateway/svc.config.ts', '--out-dir', 'api'],
  ['explain', 'GET', '/books', 'gateway/svc.config.ts'],
  ['change', 'gateway/svc.config.ts'],
  ['laws', 'gateway/svc.config.ts'],
  ...each(['routes'], lists),
  ...each(['routes', '--matrix'], lists),
  ['routes', '--document', `${odd}=::error::x`],
  ['routes', '--tag', '::error::x'],
  ...each(['lifecycle'], ['table', 'json', 'ics', 'markdown', 'svg']),
  ...each(['changelog', '--since', 'main'], ['markdown', 'json']),
  ['changelog', '--since', 'main', '--document', 'new.json'],
  ...each(['gate', '--base', 'main'], reports),
  ...each(['gate', '--base', 'main', '--document', 'new.json'], reports),
  ...each(['verify', 'http://127.0.0.1:1'], reports),
  ['usage', '--log', 'access.log'],
  ['usage', '--log', 'access.log', '--operation', '::error::x'],
  ['retire', '1'],
  ['uses', '--pact', 'new.json'],
  ...each(['upgrade', 'old.json', 'new.json', '--in', 'src', '--dry-run'], reports),
  ['upgrade', 'v1', 'v2', '--skill', 'skill'],
  ['doctor'],
  ['init', '--dry-run'],
  ['init', '--dry-run', '--document', odd],
  ['new', 'made', '--gateway', odd, '--yes', '--no-install', '--force'],
];

/** A line that svc writes for GitHub alone. */
const annotation = /^::(?:error|warning|notice) \w+=[^:,\r\n]*(?:,\w+=[^:,\r\n]*)*::[^\r\n]*$/;

/** The first line that a runner obeys, or that a document made up; a block of YAML has lines of its own. */
function findPlanted(text: string, format: string | undefined): string | undefined {
  return text
    .split(/[\n\r\u0085\u2028\u2029]/)
    .find(
      (line) =>
        /##\w*\[/.test(line) ||
        (format !== 'yaml' && line.trimStart().startsWith(plantedLine)) ||
        (line.trimStart().startsWith('::') && !(format === 'github' && annotation.test(line))),
    );
}

describe('of a hostile document', () => {
  const drawn = fc.shuffledSubarray([...commands], { minLength: 3, maxLength: 3 });

  it('no line of any command is obeyed by a CI runner or a terminal, or made up', async () => {
    await fc.assert(
      fc.asyncProperty(hostileDocument, hostileDocument, drawn, async (older, newer, chosen) => {
        project.git(['clean', '-fdxq']);
        for (const [file, document] of [
          ['old.json', older],
          ['new.json', newer],
          [odd, newer],
        ] as const)
          writeFileSync(project.path(file), JSON.stringify(document));
        for (const argv of chosen) {
          const { code, stdout, stderr } = await capture(argv, { cwd: project.cwd });
          expect(`${argv.join(' ')} ${code} ${stderr}`).not.toContain('svc failed');
          for (const text of [stdout, stderr]) {
            const format = text === stdout ? argv[argv.indexOf('--format') + 1] : undefined;
            expect([argv, findPlanted(text, format)]).toEqual([argv, undefined]);
            expect(steersTerminal(text)).toBe(false);
          }
        }
      }),
      runs(150),
    );
  });

  it('a colour is the only thing that a terminal obeys', async () => {
    await fc.assert(
      fc.asyncProperty(hostileDocument, async (document) => {
        writeFileSync(project.path('new.json'), JSON.stringify(document));
        const { stdout, stderr } = await capture(['check'], { cwd: project.cwd, columns: 80 });
        for (const text of [stdout, stderr])
          expect(steersTerminal(text.replaceAll(/\u001b\[[\d;]*m|\r\u001b\[K/g, ''))).toBe(false);
      }),
      runs(20),
    );
  });

  it('a skill has front matter of plain names', async () => {
    await fc.assert(
      fc.asyncProperty(hostileDocument, async (document) => {
        project.git(['clean', '-fdxq']);
        const { info, ...rest } = { ...JSON.parse(books('2')), info: document['info'] };
        writeFileSync(project.path('old.json'), JSON.stringify({ ...rest, info }));
        writeFileSync(project.path('new.json'), JSON.stringify({ ...rest, info }));
        expect((await capture(['upgrade', 'v1', 'v2', '--skill', 'skill'], { cwd: project.cwd })).code).toBe(0);
        const [, front = '', body = ''] = readFileSync(project.path('skill/SKILL.md'), 'utf8').split(/^---$/m);
        const { name, description, ...more } = parse(front);
        expect(more).toEqual({});
        expect(name).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
        expect(description).toMatch(/^Moves code that calls the [\p{L}\p{N} ._-]{1,40} API from version/u);
        expect(front.trim().split('\n')).toHaveLength(2);
        expect(steersTerminal(body)).toBe(false);
      }),
      runs(30),
    );
  });
});
