import { dirname } from 'node:path';
import type { DiskEvent } from './disk-trace.js';

interface Change {
  /** Where the bytes go; null for a new length. */
  readonly offset: number | null;
  readonly bytes: Buffer;
  readonly length: number;
}

/** A file, with what is certainly on the disk and what is only in the memory of the operating system. */
class TracedFile {
  durable: Buffer = Buffer.alloc(0);
  unsynced: (Change & { readonly at: number })[] = [];
  end = 0;

  sync(before: number): void {
    this.durable = apply(
      this.durable,
      this.unsynced.filter(({ at }) => at < before),
    );
    this.unsynced = this.unsynced.filter(({ at }) => at >= before);
  }
}

/** The bytes of each file. */
export type DiskImage = ReadonlyMap<string, Buffer>;

/**
 * What is on a disk, by what a process did to it. A power cut keeps what was synced: the bytes of a file when the file was, its name
 * when its folder was (POSIX, fsync). Of the rest it may keep anything.
 */
export class TracedDisk {
  readonly #names = new Map<string, TracedFile>();
  readonly #durableNames = new Map<string, TracedFile>();

  apply(event: DiskEvent): void {
    switch (event.kind) {
      case 'write': {
        const file = this.#file(event.path);
        const offset = event.offset ?? file.end;
        file.end = Math.max(file.end, offset + event.bytes.length);
        file.unsynced.push({ offset, bytes: event.bytes, length: event.bytes.length, at: event.at });
        return;
      }
      case 'truncate': {
        const file = this.#file(event.path);
        file.end = event.length;
        file.unsynced.push({ offset: null, bytes: Buffer.alloc(0), length: event.length, at: event.at });
        return;
      }
      case 'sync':
        return this.#sync(event.path, event.since);
      case 'name':
        this.#names.set(event.path, this.#file(event.from));
        if (!event.keeps) this.#names.delete(event.from);
        return;
      case 'remove':
        this.#names.delete(event.path);
    }
  }

  /** Everything that survives a power cut now, and of the rest what `keeps` chooses, sector by sector. */
  image(keeps: () => boolean): DiskImage {
    return new Map(
      [...this.#durableNames].map(([path, file]) => {
        const sectors = file.unsynced.flatMap((change) => cut(change));
        return [path, apply(file.durable, sectors.filter(keeps))];
      }),
    );
  }

  /** Everything as the running process sees it. */
  get now(): DiskImage {
    return new Map([...this.#names].map(([path, file]) => [path, apply(file.durable, file.unsynced)]));
  }

  #file(path: string): TracedFile {
    let file = this.#names.get(path);
    if (!file) this.#names.set(path, (file = new TracedFile()));
    return file;
  }

  #sync(path: string, since: number): void {
    const file = this.#names.get(path);
    if (file) return file.sync(since);
    // Not a file that was written: a folder.
    for (const [name] of this.#durableNames)
      if (dirname(name) === path && !this.#names.has(name)) this.#durableNames.delete(name);
    for (const [name, own] of this.#names) if (dirname(name) === path) this.#durableNames.set(name, own);
  }
}

const sector = 512;

function cut(change: Change): Change[] {
  const { offset, bytes } = change;
  if (offset === null) return [change];
  return Array.from({ length: Math.ceil(bytes.length / sector) }, (_, index) => {
    const part = bytes.subarray(index * sector, (index + 1) * sector);
    return { offset: offset + index * sector, bytes: part, length: part.length };
  });
}

function apply(start: Buffer, changes: readonly Change[]): Buffer {
  const size = changes.reduce((most, { offset, length }) => Math.max(most, (offset ?? 0) + length), start.length);
  const room = Buffer.alloc(size);
  start.copy(room);
  let length = start.length;
  for (const { offset, bytes, length: own } of changes) {
    if (offset === null) {
      if (own < length) room.fill(0, own, length);
      length = own;
      continue;
    }
    bytes.copy(room, offset);
    length = Math.max(length, offset + own);
  }
  return room.subarray(0, length);
}
