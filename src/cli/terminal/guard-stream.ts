import { escapeCommands, escapeControls } from '../../text/escape.js';
import type { OutputStream } from '../io.js';

/** What svc itself sends to a terminal: colours, and the removal of a line of progress. */
// eslint-disable-next-line no-control-regex -- these are the sequences to keep
const sentToTerminals = /(\u001b\[[\d;]*m|\r\u001b\[K)/;

/** A stream on which no terminal and no CI runner obeys what a document, a file name or a message holds. JSON, YAML and code keep their meaning. */
export function guardStream(stream: OutputStream): OutputStream {
  return {
    write: (text, reader) => {
      const parts = stream.isTTY ? text.split(sentToTerminals) : [text];
      const shown = parts.map((part, index) => (index % 2 === 1 ? part : escapeControls(part))).join('');
      stream.write(reader === 'runner' ? shown : escapeCommands(shown));
    },
    get isTTY() {
      return stream.isTTY;
    },
    get columns() {
      return stream.columns;
    },
  };
}
