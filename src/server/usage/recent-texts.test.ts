import { describe, expect, it } from 'vitest';
import { RecentTexts } from './recent-texts.js';

describe('RecentTexts', () => {
  it('keeps values until there are too many, or too many characters', () => {
    const many = new RecentTexts();
    for (let index = 0; index < 10_000; index += 1) many.keep(`text ${index}`, 'value');
    expect(many.get('text 0')).toBe('value');
    many.keep('one more', 'value');
    expect([many.get('text 0'), many.get('one more')]).toEqual([undefined, 'value']);

    const long = new RecentTexts();
    for (let index = 0; index < 500; index += 1) long.keep(`${index}`.padEnd(4_000), 'value');
    expect(long.get('0'.padEnd(4_000))).toBe('value');
    long.keep('one more', 'value');
    expect([long.get('0'.padEnd(4_000)), long.get('one more')]).toEqual([undefined, 'value']);
  });

  it('returns the value of a text that is too long, and does not keep it', () => {
    const texts = new RecentTexts();
    const text = 'x'.repeat(4_097);
    expect(texts.keep(text, 'value')).toBe('value');
    expect(texts.get(text)).toBeUndefined();
  });
});
