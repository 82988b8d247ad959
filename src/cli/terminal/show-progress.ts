import type { OutputStream } from '../io.js';
import { escapeTerminal } from '../../text/escape.js';

/** The streams that show a line of progress. */
const showing = new WeakSet<OutputStream>();

/** Removes the line of progress of work that was left by an error. */
export function clearProgress(stream: OutputStream): void {
  if (showing.delete(stream)) stream.write('\r\u001b[K');
}

/** One line on a terminal that says how far long work is; nothing elsewhere. */
export function showProgress(stream: OutputStream) {
  const width = stream.isTTY ? Math.min(stream.columns ?? 80, 80) : 0;
  return {
    show: (done: number, total: number, name: string): void => {
      if (width === 0) return;
      const filled = Math.round((done / Math.max(1, total)) * barLength);
      const line = `${'━'.repeat(filled)}${'─'.repeat(barLength - filled)} ${done}/${total} ${escapeTerminal(name)}`;
      stream.write(`\r\u001b[K${line.slice(0, width - 1)}`);
      showing.add(stream);
    },
    clear: (): void => clearProgress(stream),
  };
}

const barLength = 20;
