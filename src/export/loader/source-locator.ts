import { SourceMap, type SourceMapPayload } from 'node:module';
import { relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Source } from '../../report/boot-problem.js';
import { escapePattern } from '../../text/escape.js';

/** Maps places in a generated file to its sources. */
export interface SourceLocator {
  /** `line` and `column` count from 1. The file is relative to `root`. */
  find(line: number, column: number): (Source & { readonly column: number }) | null;
  /** The source of a stack's first frame in the generated file. */
  locate(stack: string): Source | null;
  /** A stack with every frame of the generated file mapped to its source. */
  restore(stack: string): string;
}

/** `file` is the generated file's absolute path, `map` its source map, with sources as URLs relative to it (ECMA-426, section 10). */
export function createSourceLocator(file: string, map: string, root: string): SourceLocator {
  const frame = new RegExp(`${escapePattern(pathToFileURL(file).href)}(?:\\?[^:)]*)?:(\\d+):(\\d+)`);
  const base = pathToFileURL(file);
  let sourceMap: SourceMap | null = null;

  function find(line: number, column: number) {
    sourceMap ??= new SourceMap(JSON.parse(map) as SourceMapPayload);
    const entry = sourceMap.findEntry(line - 1, column - 1);
    if (!('originalSource' in entry) || !entry.originalSource) return null;
    return { file: fileFrom(entry.originalSource), line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  }

  const fileFrom = (source: string) => {
    const url = new URL(source, base);
    return relative(root, url.protocol === 'file:' ? fileURLToPath(url) : source)
      .split(sep)
      .join('/');
  };

  function locate(stack: string): Source | null {
    const match = frame.exec(stack);
    const place = match && find(Number(match[1]), Number(match[2]));
    return place ? Object.freeze({ file: place.file, line: place.line }) : null;
  }

  function restore(stack: string): string {
    return stack.replaceAll(new RegExp(frame, 'g'), (text, line: string, column: string) => {
      const place = find(Number(line), Number(column));
      return place ? `${place.file}:${place.line}:${place.column}` : text;
    });
  }

  return { find, locate, restore };
}
