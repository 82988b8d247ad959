import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../command/built-package.js';

export interface CodeBlock {
  /** The heading of its section; empty above the first. */
  readonly section: string;
  readonly language: string;
  /** The file that its first line names, as in `# svc.config.yaml`; null for commands. */
  readonly file: string | null;
  readonly text: string;
}

/** The code of a page in docs/adopt. */
export function codeBlocks(page: string): readonly CodeBlock[] {
  const text = readFileSync(join(repository, 'docs/adopt', page), 'utf8');
  return text.split(/^## /m).flatMap((part, index) => {
    const section = index === 0 ? '' : part.slice(0, part.indexOf('\n'));
    return [...part.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({
      section,
      language: language!,
      file: /^(?:\/\/|#) (\S+)\n/.exec(code!)?.[1] ?? null,
      text: code!,
    }));
  });
}
