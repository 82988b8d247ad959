import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chapter, chapters } from '../../../fixtures/story/chapters.js';
import { makeRepository } from '../testing/make-repository.js';
import { capture, fixture } from '../testing/capture-io.js';

let repository: ReturnType<typeof makeRepository>;
beforeAll(() => {
  repository = makeRepository({ 'svc.config.ts': readFileSync(fixture('story/svc.config.ts'), 'utf8') });
});
afterAll(() => repository.remove());

const inRepository = (argv: readonly string[]) => capture(argv, { cwd: repository.cwd });

async function live({ name, subject, day, edits = [], locked, exceptions }: Chapter): Promise<void> {
  repository.git(['checkout', '--quiet', '-B', name, 'main']);
  const file = repository.path('svc.config.ts');
  const edited = edits.reduce(
    (text, [from, to]) => {
      expect(text.split(from)).toHaveLength(2);
      return text.replace(from, to);
    },
    readFileSync(file, 'utf8'),
  );
  writeFileSync(file, edited);
  if (locked) expect(await inRepository(['openapi', 'lock'])).toMatchObject({ code: 0, stdout: '' });
  if (exceptions !== undefined) {
    mkdirSync(repository.path('contracts'), { recursive: true });
    writeFileSync(repository.path('contracts/exceptions.yaml'), exceptions);
  }
  repository.commit(subject, day);
}

describe('the gate through the life of a service', () => {
  it.each(chapters)('$name: passes: $passes', async (chapter) => {
    await live(chapter);
    const { code, stdout, stderr } = await inRepository(['gate', '--base', 'main', '--as-of', chapter.day]);
    expect(stderr).toBe('');
    await expect(stdout).toMatchFileSnapshot(fixture(`story/verdicts/${chapter.name}.txt`));
    expect(code).toBe(chapter.passes ? 0 : 1);
    repository.git(['checkout', '--quiet', 'main']);
    if (chapter.merged) repository.git(['merge', '--quiet', '--ff-only', chapter.name]);
  });

  it('has a verdict for each chapter and no others', () => {
    expect(readdirSync(fixture('story/verdicts'))).toEqual(chapters.map(({ name }) => `${name}.txt`));
  });

  it('leaves a change log of each version in the history of the lock files', async () => {
    const since = repository.git(['rev-list', '--max-parents=0', 'main']);
    const { code, stdout, stderr } = await inRepository(['changelog', '--since', since]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await expect(
      stdout.replaceAll(since, 'begin').replaceAll(/ \([\da-f]{7,40}\)$/gm, ' (commit)'),
    ).toMatchFileSnapshot(fixture('story/changelog.md'));
  });
});
