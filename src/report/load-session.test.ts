import { afterEach, describe, expect, it } from 'vitest';
import { captureSource, openLoadSession } from './load-session.js';

let close = () => {};
afterEach(() => close());

describe('captureSource', () => {
  it('looks a line up when it is read, once, and also after the session', () => {
    const stacks: string[] = [];
    const locate = (stack: string) => ({ file: 'users.ts', line: stacks.push(stack) });
    close = openLoadSession({ locate, report: () => {} });
    const first = captureSource();
    const second = captureSource();
    close();
    expect(stacks).toEqual([]);
    expect([second(), first(), second()]).toEqual([
      { file: 'users.ts', line: 1 },
      { file: 'users.ts', line: 2 },
      { file: 'users.ts', line: 1 },
    ]);
    expect(stacks[0]).toContain('load-session.test.ts');
  });

  it('asks once for a declaration that is in no source of the service', () => {
    let asked = 0;
    close = openLoadSession({ locate: () => (asked++, null), report: () => {} });
    const source = captureSource();
    expect([source(), source(), asked]).toEqual([null, null, 1]);
  });

  it('has no lines in a running app', () => {
    expect(captureSource()()).toBeNull();
  });
});
