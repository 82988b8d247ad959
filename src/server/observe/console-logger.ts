import type { Logger } from '../../routing/table/logger.js';

const write =
  (print: (line: string) => void) =>
  (message: string, fields: Readonly<Record<string, unknown>> = {}) => {
    const { error, ...rest } = fields;
    const details = Object.entries(rest)
      .map(([name, value]) => ` ${name}=${String(value)}`)
      .join('');
    print(`${message}${details}${error === undefined ? '' : `\n${String(error)}`}`);
  };

/** The default logger. */
export const consoleLogger: Logger = {
  info: write((line) => console.info(line)),
  warn: write((line) => console.warn(line)),
  error: write((line) => console.error(line)),
};
