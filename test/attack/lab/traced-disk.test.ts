import { expect, it } from 'vitest';
import { readTrace } from './disk-trace.js';
import { TracedDisk } from './traced-disk.js';

const hex = (text: string) => [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
const file = (path: string) => `7<${hex(path)}>`;
const write = (path: string, text: string, offset: number) =>
  `9 pwrite64(${file(path)}, "${hex(text)}", ${text.length}, ${offset}) = ${text.length}`;
const sync = (path: string) => `9 fsync(${file(path)}) = 0`;

function diskAfter(...lines: string[]) {
  const disk = new TracedDisk();
  for (const event of readTrace(lines.join('\n'))) disk.apply(event);
  return disk;
}
const surviving = (disk: TracedDisk) =>
  Object.fromEntries([...disk.image(() => false)].map(([path, bytes]) => [path, bytes.toString()]));

it('a power cut keeps the bytes of a synced file whose folder was synced too', () => {
  const lines = [write('/d/a', 'one', 0), sync('/d/a'), write('/d/a', 'two', 3)];
  expect(surviving(diskAfter(...lines))).toEqual({});
  expect(surviving(diskAfter(...lines, sync('/d')))).toEqual({ '/d/a': 'one' });
  expect(surviving(diskAfter(...lines, sync('/d'), sync('/d/a')))).toEqual({ '/d/a': 'onetwo' });
});

it('a power cut may keep anything that was not synced', () => {
  const disk = diskAfter(write('/d/a', 'x'.repeat(600), 0), sync('/d'));
  const turns = [true, false];
  expect(disk.image(() => turns.shift()!).get('/d/a')).toHaveLength(512);
  expect(disk.image(() => true).get('/d/a')).toHaveLength(600);
});

it('a sync covers what was written before it began', () => {
  const disk = diskAfter(
    `9 fsync(${file('/d/a')} <unfinished ...>`,
    write('/d/a', 'late', 0).replace('9 ', '8 '),
    '9 <... fsync resumed>) = 0',
    sync('/d'),
  );
  expect(surviving(disk)).toEqual({ '/d/a': '' });
});

it('a new name and a removed one last when the folder is synced', () => {
  const draft = [write('/d/.a', 'done', 0), sync('/d/.a'), sync('/d')];
  const renamed = [...draft, `9 rename("${hex('/d/.a')}", "${hex('/d/a')}") = 0`];
  expect(surviving(diskAfter(...renamed))).toEqual({ '/d/.a': 'done' });
  expect(surviving(diskAfter(...renamed, sync('/d')))).toEqual({ '/d/a': 'done' });
  expect(surviving(diskAfter(...renamed, `9 unlink("${hex('/d/a')}") = 0`, sync('/d')))).toEqual({});
});

it('reads answers, and leaves out calls that failed', () => {
  const trace = `9 writev(8<${hex('socket:[1]')}>, [{iov_base="${hex('HTTP/1.1 201 Created')}", iov_len=20}], 1 <unfinished ...>
9 <... writev resumed>) = 20
9 fsync(${file('/d/a')}) = -1 EIO (Input/output error)`;
  expect([...readTrace(trace)]).toEqual([{ at: 0, kind: 'answer', head: 'HTTP/1.1 201 Created' }]);
});
