import { arrow, box, drawing, text } from './drawing.mjs';

/** The newest version is written; each older one is made from the next newer one by a change. */
export function drawVersions() {
  const versions = [
    { name: 'version 1', shape: ['title', 'author'], note: 'made' },
    { name: 'version 2', shape: ['title', 'authors'], note: 'made' },
    { name: 'version 3', shape: ['title', 'authors', 'isbn'], note: 'written: one handler' },
  ];
  const changes = ['several authors', 'an ISBN'];
  const x = (index) => 20 + index * 290;
  return drawing(
    780,
    220,
    'Versions 1 and 2 are made from version 3 by declared changes',
    [
      versions.map(({ name, shape, note }, index) => [
        box({ x: x(index), y: 46, width: 160, height: 112, of: note === 'made' ? 'frame' : 'accent' }),
        text(x(index) + 80, 32, name, { of: 'strong', anchor: 'middle' }),
        text(x(index) + 16, 72, '{', { of: 'code' }),
        shape.map((member, line) => text(x(index) + 32, 90 + line * 18, member, { of: 'code' })),
        text(x(index) + 16, 90 + shape.length * 18, '}', { of: 'code' }),
        text(x(index) + 80, 180, note, { of: 'quiet', anchor: 'middle' }),
      ]),
      changes.map((title, index) => [
        text(x(index) + 225, 70, title, { of: 'quiet', anchor: 'middle' }),
        arrow([x(index + 1) - 8, 90], [x(index) + 168, 90]),
        text(x(index) + 225, 108, 'answers: down', { of: 'quiet', anchor: 'middle' }),
        arrow([x(index) + 168, 128], [x(index + 1) - 8, 128]),
        text(x(index) + 225, 146, 'requests: up', { of: 'quiet', anchor: 'middle' }),
      ]),
      text(390, 208, 'Documents, lock files, clients and the migration guide follow from the same changes.', {
        of: 'quiet',
        anchor: 'middle',
      }),
    ].flat(3),
  );
}
