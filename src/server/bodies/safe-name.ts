import { withoutControls } from '../../text/escape.js';

const mostBytes = 255;

/** The last segment of a client's file name, in either notation of paths, without control and direction characters; `file` for none. */
export function safeName(given: string | undefined): string {
  const last = withoutControls((given ?? '').split(/[/\\]/).at(-1)!);
  const name = [...last.trim()];
  let size = Buffer.byteLength(name.join(''));
  while (size > mostBytes) size -= Buffer.byteLength(name.pop()!);
  const text = name.join('');
  return /^\.*$/.test(text) ? 'file' : text;
}
