import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The folder with TypeScript 5, openapi-typescript and openapi-fetch. */
export const tools = fileURLToPath(new URL('../../tools', import.meta.url));

const strict = {
  target: 'es2022',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noEmit: true,
  skipLibCheck: true,
};

/** A consumer's project in a temporary folder: its own package.json and tsconfig.json, and the packages of tools/. */
export function consumerFolder(compilerOptions: object = {}): string {
  const folder = newFolder(compilerOptions);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The same without its end: for all tests of a suite, which removes it. */
export function newFolder(compilerOptions: object = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-client-'));
  symlinkSync(join(tools, 'node_modules'), join(folder, 'node_modules'));
  writeFiles(folder, {
    'package.json': '{ "type": "module" }\n',
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...strict, ...compilerOptions }, include: ['src'] }),
  });
  return folder;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
