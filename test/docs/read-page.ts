import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../command/built-package.js';

export interface Block {
  /** `docs/guide.md` */
  readonly page: string;
  /** Of its first line of code, in the page. */
  readonly line: number;
  readonly language: string;
  /**
   * What stands behind the language. `fragment`: it is parsed, and not compiled. `continued`: it goes on where the block before it ends. `given`:
   * the page does not show it.
   */
  readonly mark: string;
  /** The file that its first line names, as in `// svc.config.ts` or `# svc.config.yaml`; null otherwise. */
  readonly file: string | null;
  readonly text: string;
  /** What comes before it and is not shown here: the comment `<!-- given … -->` above, or the block that it continues. */
  readonly given: string;
}

/** The README and every page of docs/, without the decisions. */
export const pages = [
  'README.md',
  ...readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('decisions'))
    .map((name) => `docs/${name}`),
].sort();

export function readPage(page: string): readonly Block[] {
  const source = readFileSync(join(repository, page), 'utf8');
  let given = '';
  const blocks: Block[] = [];
  for (const match of source.matchAll(/^<!-- given(?: (\S+))?\n(.*?)^-->$|^( *)```(\w+)(?: (\w+))?\n(.*?)^ *```$/gms)) {
    const [all, givenFile, declarations, indent = '', language = '', mark = '', code = ''] = match;
    if (givenFile !== undefined)
      blocks.push({ page, line: 0, language: 'ts', mark: 'given', file: givenFile, text: declarations!, given: '' });
    else if (declarations !== undefined) given = declarations;
    else {
      const last = blocks.at(-1);
      const text = code.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
      const line = source.slice(0, match.index + all.indexOf('\n')).split('\n').length + 1;
      const file = /^(?:\/\/|#) ([\w./@-]*\.\w+)\b.*\n/.exec(text)?.[1] ?? null;
      const continued = mark === 'continued' && last ? last.given + last.text : null;
      blocks.push({ page, line, language, mark, file, text, given: continued ?? given });
    }
  }
  return blocks;
}
