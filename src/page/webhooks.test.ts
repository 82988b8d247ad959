import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture, fixture } from '../cli/testing/capture-io.js';
import { makeProject } from '../export/testing/temporary-project.js';

let project: ReturnType<typeof makeProject>;
beforeAll(async () => {
  project = makeProject({});
  const entry = fixture('webhooks/svc.config.ts');
  expect(await capture(['docs', entry, '--out-dir', 'site'], { cwd: project.cwd })).toMatchObject({ code: 0 });
  expect(
    await capture(['docs', fixture('header/svc.config.ts'), '--out-dir', 'none'], { cwd: project.cwd }),
  ).toMatchObject({ code: 0 });
});
afterAll(() => project.remove());

const page = (path: string) => readFileSync(project.path(path), 'utf8');
const textOf = (markup: string) => markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

/** The section of a page that begins with its heading, as text: tags become spaces. */
const section = (path: string) =>
  textOf(/<section[^>]*><h2>Webhooks<\/h2>[^]*?\n<\/section>/.exec(page(path))?.[0] ?? '');

describe('the webhooks of a version', () => {
  it('are listed with the bodies of that version', () => {
    const first = section('site/1/index.html');
    expect(first).toContain('Endpoints of version 1 are sent these requests.');
    expect(first).toContain('A book was added. Sent to endpoints of version 1.');
    expect(first).toMatch(/book\.added Book added .*application\/json Book .*author string/);
    expect(first).toMatch(/shelf\.changed .*shelf Shelf .*label string/);
    expect(first).not.toMatch(/authors|changed changed|difference/);
  });

  it('say what differs from the version before', () => {
    const second = section('site/2/index.html');
    expect(second).toMatch(/book\.added Book added changed/);
    expect(second).toContain('2 differences from version 1');
    expect(second).toMatch(/author is gone \(the body\) breaking/);
    expect(second).toMatch(/authors is new, and always there \(the body\)/);
    expect(second).toMatch(/authors array of string.* new .*author gone/);
    const third = section('site/3/index.html');
    expect(third).not.toMatch(/book\.added Book added changed/);
    expect(third).toMatch(/shelf\.changed Shelf changed changed/);
    expect(third).toMatch(/label is called name now breaking/);
  });

  it('are a part of the guide to the version', () => {
    expect(section('site/2/changes.html')).toMatch(
      /book\.added .*author is gone \(the body\) breaking.*shelf\.changed/,
    );
    expect(section('site/1/changes.html')).toBe('');
  });

  it('have a link in the list of places, and none without webhooks', () => {
    expect(page('site/3/index.html')).toContain('<a href="index.html#webhook-events">Webhooks</a>');
    expect(page('site/3/index.html')).toContain('id="webhook-events"');
    expect(page('none/index.html')).not.toContain('webhook');
  });
});
