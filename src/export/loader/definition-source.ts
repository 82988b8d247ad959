import type { Source } from '../../report/problem.js';

const starts = [/\bdefineService\s*\(/, /^\s*export\s+default\b/, /\bopenapi\b/, /\broot\b/, /\bmodule\.exports\b/];

/** Finds in an export file's text the line of the service, or of one of its options, for problems that belong to no handler. */
export function definitionSource(text: string, file: string): (option?: string) => Source {
  const lines = text.split('\n');
  const start = Math.max(
    0,
    starts.map((pattern) => lines.findIndex((line) => pattern.test(line))).find((line) => line >= 0) ?? 0,
  );
  return (option) => {
    const pattern = option ? new RegExp(`(?<![\\w.])${option}\\s*[:=,(]|(?<![\\w.])${option}\\s*$`) : null;
    const after = pattern ? lines.findIndex((line, index) => index >= start && pattern.test(line)) : -1;
    const anywhere =
      pattern && after < 0
        ? lines.findIndex((line) => pattern.test(line) && !/^\s*(?:import|\/\/|\*)/.test(line))
        : after;
    return Object.freeze({ file, line: (anywhere >= 0 ? anywhere : start) + 1 });
  };
}
