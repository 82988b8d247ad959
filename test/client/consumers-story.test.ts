import { expect, it } from 'vitest';
import { type Capture, capture } from '../../src/cli/testing/capture-io.js';
import { makeProject } from '../../src/export/testing/temporary-project.js';

interface Story {
  readonly folder: string;
  readonly svc: (words: readonly string[], cwd: string) => Promise<Capture>;
  readonly say: (text: string) => void;
}

it('a break that the gate closes naming its consumer becomes a declared change, and a version that nobody uses', async () => {
  const { followConsumers } = (await import(new URL('../../scripts/tour/consumers.mjs', import.meta.url).href)) as {
    followConsumers(story: Story): Promise<void>;
  };
  const project = makeProject({});
  const said: string[] = [];
  try {
    await followConsumers({
      folder: project.cwd,
      svc: (words, cwd) => capture(words, { cwd }),
      say: (text) => void said.push(text),
    });
  } finally {
    project.remove();
  }
  const story = said.join('\n');
  const steps = [
    'Closed: one edit breaks version 1.',
    'breaks shop-web (src/list.ts:6)',
    'The gate is open.',
    'Edited 2 places in 1 file. Everything compiles.',
    'is still used by shop-web (src/list.ts:5).',
    'Version 1 had no calls for 30 days.',
    'version 1  removed',
  ];
  expect(steps.map((step) => story.indexOf(step)).filter((place) => place < 0)).toEqual([]);
  expect(steps.toSorted((one, other) => story.indexOf(one) - story.indexOf(other))).toEqual(steps);
});
