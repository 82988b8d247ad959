import { expect, test } from 'vitest';
import { matchesEntityTag } from './images-controller.js';

test.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a" , "c"', '*', ' * ', '"x,y", "a"'])('%s names the tag', (field) => {
  expect(matchesEntityTag(field, '"a"')).toBe(true);
});

test.each([undefined, '', '"b"', 'a', '"A"', '"aa"', 'W/"b", "c"'])('%s does not name the tag', (field) => {
  expect(matchesEntityTag(field, '"a"')).toBe(false);
});
