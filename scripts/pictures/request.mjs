import { arrow, box, drawing, text } from './drawing.mjs';

const before = ['match the route', 'read the version', 'throttle', 'authenticate', 'roles and guards'];
const down = ['validate: version 1', 'idempotency', 'up: 1 → 2', 'validate: version 2', 'handler'];
const back = ['answer', 'project: version 1', 'down: 2 → 1'];

/** The way of a request of version 1 through a service that is written for version 2. */
export function drawRequest() {
  const step = (words, column, row, of) => [
    box({ x: 20 + column * 152, y: 40 + row * 70, width: 132, height: 38, of }),
    text(86 + column * 152, 64 + row * 70, words, { of: 'quiet', anchor: 'middle' }),
  ];
  const between = (column, row) => arrow([154 + column * 152, 59 + row * 70], [170 + column * 152, 59 + row * 70]);
  return drawing(
    792,
    268,
    'The way of a request of version 1 through a service written for version 2',
    [
      text(20, 24, 'GET /books   X-API-Version: 1', { of: 'code' }),
      before.map((words, column) => step(words, column, 0, 'frame')),
      [0, 1, 2, 3].map((column) => between(column, 0)),
      arrow([694, 80], [694, 94], [86, 94], [86, 108]),
      down.map((words, column) =>
        step(words, column, 1, words.startsWith('up') || words === 'handler' ? 'accent' : 'frame'),
      ),
      [0, 1, 2, 3].map((column) => between(column, 1)),
      arrow([694, 150], [694, 199], [460, 199]),
      back.map((words, column) => step(words, column, 2, words.startsWith('down') ? 'accent' : 'frame')),
      [0, 1].map((column) => arrow([170 + column * 152, 199], [154 + column * 152, 199])),
      text(
        20,
        252,
        'A request of version 2 takes the same way without the coloured changes. svc explain prints it for any request.',
        { of: 'quiet' },
      ),
    ].flat(3),
  );
}
