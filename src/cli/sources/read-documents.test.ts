import { expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { parseNamedFile } from './read-documents.js';

it('--document names a file and its version, and a file whose own name has =', () => {
  const { cwd, remove } = makeProject({ 'release=2.yaml': '' }, { packages: [] });
  onTestFinished(remove);
  expect(parseNamedFile('openapi.yaml', cwd)).toEqual({ file: 'openapi.yaml', version: null });
  expect(parseNamedFile('v2.yaml=2', cwd)).toEqual({ file: 'v2.yaml', version: '2' });
  expect(parseNamedFile('release=2.yaml', cwd)).toEqual({ file: 'release=2.yaml', version: null });
  expect(parseNamedFile('release=2.yaml=3', cwd)).toEqual({ file: 'release=2.yaml', version: '3' });
  for (const text of ['v2.yaml=', '=2', 'v2.yaml=a b']) expect(() => parseNamedFile(text, cwd)).toThrow('no version');
});
