import { afterAll, describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture } from '../testing/capture-io.js';
import { runDocumentCommand } from './run-document-command.js';

const document = (release = '1.0.0', path = '/a') =>
  `openapi: 3.1.0\ninfo: { title: Shop, version: ${release} }\npaths:\n  ${path}:\n    get: { responses: {} }\n`;
const projects: { readonly remove: () => void }[] = [];
afterAll(() => projects.forEach(({ remove }) => remove()));

async function routes(files: Readonly<Record<string, string>>, argv: readonly string[] = []) {
  const project = makeProject({ 'v1.yaml': document(), 'v2.yaml': document('2.1.0', '/b'), ...files });
  projects.push(project);
  const { code, stdout, stderr } = await capture(['routes', '--format', 'json', ...argv], { cwd: project.cwd });
  const listed =
    code === 0 ? (JSON.parse(stdout) as { routes: { path: string; version: string | null }[] }).routes : [];
  return {
    code,
    stderr: stderr.replaceAll(project.cwd, '.'),
    routes: listed.map(({ path, version }) => `${version} ${path}`),
  };
}

describe('a configuration of documents', () => {
  it.each([
    ['in YAML', 'svc.config.yaml', 'versions: { "1": v1.yaml, "2": v2.yaml }'],
    [
      'in TypeScript',
      'svc.config.ts',
      `import { defineDocuments } from 'svckit';\nexport default defineDocuments({ versions: { '1': 'v1.yaml', '2': 'v2.yaml' } });`,
    ],
    ['with a command', 'svc.config.yaml', 'versions: { "1": v1.yaml, "2": { command: cat v2.yaml } }'],
  ])('is written %s', async (_, name, text) => {
    expect(await routes({ [name]: text })).toEqual({ code: 0, stderr: '', routes: ['1 /a', '2 /b'] });
  });

  it('may describe an API without versions', async () => {
    expect((await routes({ 'svc.config.yaml': 'document: v1.yaml' })).routes).toEqual(['null /a']);
  });

  it.each([
    [
      'versions: { 1.10: v1.yaml }',
      'svc.config.yaml:1: the version 1.10 is not quoted, and YAML reads it as the number 1.1. Write "1.10".',
    ],
    ['versions:\n  "1": nope.yaml', 'svc.config.yaml:2: nope.yaml does not exist.'],
    [
      'versions:\n  "1": { command: echo no >&2; exit 3 }',
      'svc.config.yaml:2: The command "echo no >&2; exit 3" exited with 3.\nIts standard error:\n  no',
    ],
    [
      'versions:\n  "1": { command: "true" }',
      'svc.config.yaml:2: The command "true" printed nothing on standard output.',
    ],
    [
      'versions:\n  "1": { command: echo hello }',
      'svc.config.yaml:2: the output of "echo hello" is not an OpenAPI document',
    ],
    ['versions: []', 'svc.config.yaml:1 error invalid-documents: versions is [].'],
    ['versions: { "a/b": v1.yaml }', '"a/b" is not a version.'],
    ['versions: { "1": 7 }', 'The document of version 1 is 7.'],
    ['versions: { "1": { file: v1.yaml, command: x } }', 'The document of version 1 has a file and a command.'],
    [
      'versions: { "1": v1.yaml }\nlifecyle: {}',
      'svc.config.yaml:2 error invalid-documents: Unknown option "lifecyle". Did you mean "lifecycle"?',
    ],
    ['versions: { "1": v1.yaml }\nlifecycle: { minNotice: soon }', 'The option lifecycle.minNotice is "soon".'],
    ['versions: { "1": v1.yaml }\nversioning: { type: heder }', 'Unknown versioning.type "heder".'],
    ['versions: { "1": v1.yaml }\nversioning: { type: uri, pin: x }', 'versioning.pin'],
    [
      'versions:\n  "1":\n    file: v1.yaml\n    deprecated: { since: soon }',
      'svc.config.yaml:4 error invalid-documents: since "soon" is not a date.',
    ],
    ['versions: { "1": v1.yaml }\ndocument: v1.yaml', 'Both versions and document are given.'],
    ['title: Shop', 'document is undefined. Name a file'],
    ['- a', 'svc.config.yaml names no documents.'],
    ['a: [', 'svc.config.yaml is not valid YAML'],
    [document(), 'svc.config.yaml is an OpenAPI document, not a configuration. Use --document svc.config.yaml.'],
  ])('is refused: %j', async (text, message) => {
    const { code, stderr } = await routes({ 'svc.config.yaml': text });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
  });

  it('is refused beside a service', async () => {
    const { code, stderr } = await routes({ 'svc.config.yaml': 'document: v1.yaml', 'svc.config.ts': '' });
    expect(code).toBe(2);
    expect(stderr).toContain('. has svc.config.ts and svc.config.yaml, and each describes an API.');
  });

  it('is found with another ending', async () => {
    const { stderr } = await routes({ 'svc.config.yml': 'document: v1.yaml' });
    expect(stderr).toContain('./svc.config.yml looks misnamed: rename it to svc.config.yaml.');
  });

  it('reads Swagger 2.0, and nothing older', async () => {
    const api = 'swagger: "2.0"\npaths: { /books: { get: {} } }\n';
    const { routes: listed } = await routes({ 'svc.config.yaml': 'document: old.yaml', 'old.yaml': api });
    expect(listed).toEqual(['null /books']);
    const { stderr } = await routes({ 'svc.config.yaml': 'document: old.yaml', 'old.yaml': api.replace('2.0', '1.2') });
    expect(stderr).toContain('old.yaml is a Swagger 1.2 document. Supported versions: ');
  });
});

describe('--document', () => {
  it.each([
    [['--document', 'v2.yaml'], ['null /b']],
    [
      ['--document', 'v2.yaml', '--document', 'v1.yaml'],
      ['1 /a', '2 /b'],
    ],
    [
      ['--document', 'v2.yaml=2026-01-01', '--document', 'v1.yaml=1.10'],
      ['1.10 /a', '2026-01-01 /b'],
    ],
  ])('takes %j', async (argv, expected) => {
    expect((await routes({}, argv)).routes).toEqual(expected);
  });

  it.each([
    [['--document', 'none.yaml'], 'none.yaml does not exist.'],
    [['--document', 'v1.yaml='], '--document "v1.yaml=" has no version after =.'],
    [['--document', 'v1.yaml', '--document', 'v1.yaml'], 'v1.yaml and v1.yaml are both version 1.'],
    [['--document', 'v1.yaml', '--demo'], 'Use --document or --demo, not both.'],
    [['--document', 'v1.yaml', 'svc.config.ts'], 'Use --document or an export file, not both.'],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await routes({}, argv);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
  });
});

it('ends a command that takes too long, and what it started', async () => {
  const { cwd, path, remove } = makeProject({});
  projects.push({ remove });
  await expect(
    runDocumentCommand('(sleep 2; echo late > late.txt) & sleep 30', cwd, { milliseconds: 100 }),
  ).rejects.toThrow('printed no document within 0.1 seconds.');
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const { existsSync } = await import('node:fs');
  expect(existsSync(path('late.txt'))).toBe(false);
});
