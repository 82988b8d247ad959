import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Editors save in several steps: a change counts after this pause, in milliseconds. */
const settleTime = 100;

export interface FileWatch {
  /** Also watches the folders of these files. */
  add(files: readonly string[]): void;
  close(): void;
}

/** Calls `onChange` with a file that was written, created or removed in a watched folder, if it `matters`. */
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
      // A missing folder does not change.
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
