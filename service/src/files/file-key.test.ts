import { describe, expect, test } from 'vitest';
import { assertFileKey, fileKeyFault, filePrefixFault } from './file-key.js';

describe('a file key', () => {
  test.each([
    'a',
    'a/b/c.txt',
    '.env',
    'a b/c',
    'ünï/日本.png',
    'a+b&c=d#e.txt',
    '100%',
    'x..y',
    '...a',
    'console.txt',
    'com10',
    'nully',
    'x'.repeat(200),
  ])('%j is accepted', (key) => expect(fileKeyFault(key)).toBeNull());

  test.each([
    '',
    '/',
    '/etc/passwd',
    '//a',
    'a//b',
    'a/',
    '.',
    '..',
    '../a',
    'a/../b',
    'a/..',
    'a/./b',
    '..\\a',
    'a\\b',
    'C:\\x',
    'c:x',
    'a\0b',
    'a\nb',
    '%2e%2e/a',
    '..%2fa',
    '%2E%2E%2Fetc',
    'a%00b',
    '%c0%ae%c0%ae/a',
    'a.',
    'a /b',
    'a/b.',
    'x/.../y',
    'file.txt::$DATA',
    'con',
    'NUL',
    'aux.txt',
    'a/COM1.log',
    'lpt¹',
    'con .txt',
    '\ud800',
    'a?b',
    'a*b',
    'a|b',
    '<a>',
    '.incoming/a',
    '.INCOMING/a',
    '.incoming',
    'x'.repeat(201),
    'é'.repeat(128),
    '\u007f',
  ])('%j is refused', (key) => {
    expect(fileKeyFault(key)).toMatch(/^must /);
    expect(() => assertFileKey(key)).toThrow(/must /);
  });
});

describe('a file prefix', () => {
  test.each(['', 'a', 'a/', 'a/b', '.', 'a/.', 'con', 'a.'])('%j is accepted', (prefix) =>
    expect(filePrefixFault(prefix)).toBeNull(),
  );

  test.each(['..', '../', 'a/../', '/', '/a', '\\', 'a\0', '%2e%2e', '.incoming/', 'c:'])('%j is refused', (prefix) =>
    expect(filePrefixFault(prefix)).toMatch(/^must /),
  );
});
