#!/usr/bin/env node
// Writes service/src/auth/auth-document.json from the routes of the installed better-auth.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = new URL('..', import.meta.url);
const outfile = fileURLToPath(new URL('node_modules/.cache/generate-auth-document.mjs', root));
await mkdir(new URL('node_modules/.cache/', root), { recursive: true });
await build({
  stdin: {
    contents: [
      "import { z } from 'zod';",
      "import { authSettings } from './service/src/auth/auth-settings.ts';",
      "export { generateAuthDocument } from './service/src/auth/generate-auth-document.ts';",
      'export const settings = z.object(authSettings).parse({});',
    ].join('\n'),
    resolveDir: fileURLToPath(root),
    loader: 'ts',
  },
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  outfile,
});
try {
  const { generateAuthDocument, settings } = await import(pathToFileURL(outfile).href);
  const document = await generateAuthDocument(settings);
  await writeFile(new URL('service/src/auth/auth-document.json', root), `${JSON.stringify(document, null, 2)}\n`);
} finally {
  await rm(outfile, { force: true });
}
