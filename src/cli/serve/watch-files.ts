import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** An editor saves in several steps; after this pause without another one, in milliseconds, a change counts. */
const settleTime = 100;

export interface FileWatch {
  /** Also watches the folders of these files. */
  add(files: readonly string[]): void;
  close(): void;
}

/** Calls `onChange` with the file that was saved, made or removed beside one of the watched files, where `matters` says so. */
export function watchFiles(matters: (file: string) => boolean, onChange: (file: string) => void): FileWatch {
  const folders = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  function note(file: string): void {
    if (!matters(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => onChange(file), settleTime);
  }

  function watchFolder(folder: string): void {
    if (folders.has(folder)) return;
    try {
      const watcher = watch(folder, (_event, name) => note(join(folder, name ? basename(name) : '')));
      watcher.on('error', () => watcher.close());
      folders.set(folder, watcher);
    } catch {
      // A folder that is gone cannot change.
    }
  }

  return {
    add: (files) => files.map((file) => dirname(file)).forEach(watchFolder),
    close: () => {
      clearTimeout(timer);
      for (const watcher of folders.values()) watcher.close();
    },
  };
}
