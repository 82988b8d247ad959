import { expect, it } from 'vitest';
import { explainError } from './explain-error.js';

it.each([
  ["Cannot find module 'esbuild'\nRequire stack:\n- dist/esbuild/lib/main.js", 'esbuild'],
  ['The package "@esbuild/linux-x64" could not be found, and is needed by esbuild.', 'esbuild'],
  ["\nYou installed esbuild for another platform than the one you're currently using.", 'esbuild'],
  ['Cannot find native binding. npm has a bug related to optional dependencies.', 'oxc-parser'],
])('what npm install --omit=optional leaves out is named with what installs it: %s', (message, name) => {
  expect(explainError(new Error(message), { env: {} })).toBe(
    `The executable of ${name} for ${process.platform} ${process.arch} is not installed: it is an optional dependency of svckit. Run npm install --include=optional.`,
  );
  expect(explainError(new Error(message), { env: { SVC_DEBUG: '1' } })).toContain(message);
});
