import { execa } from 'execa';
import { expect, it } from 'vitest';
import { repository } from './read-imports.js';

/** Tests, so that they run beside the others and are counted like them. */
it.each([
  ['lint', 'lint'],
  ['formatting', 'format:check'],
])(
  'the sources pass %s',
  async (_, script) => {
    const { exitCode, all } = await execa('npm', ['run', '--silent', script], {
      cwd: repository,
      all: true,
      reject: false,
    });
    expect(exitCode, `\n${all}\n`).toBe(0);
  },
  600_000,
);
