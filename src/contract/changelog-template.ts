import Mustache from 'mustache';
import { escapeControls, escapeHtml, escapeMarkdown } from '../text/escape.js';
import { unknownName } from '../text/nearest-name.js';
import { messageOf } from '../diff/diff-report.js';
import type { VersionChangelog } from './changelog.js';
import { groupByHeading } from './format-changelog.js';
import { operationOf } from '../report/result.js';

/** A template that cannot be filled in; the message begins with its file and line. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

const names = {
  top: ['since', 'versions'],
  version: ['version', 'released', 'entries'],
  entry: ['day', 'commit', 'subject', 'isNew', 'isGone', 'isBreaking', 'changes', 'groups'],
  change: ['title', 'description'],
  group: ['heading', 'findings'],
  finding: ['id', 'level', 'operation', 'message'],
} as const;

const known: readonly string[] = Object.values(names).flat();

/** Fills in a Mustache template with a changelog; values are escaped for what the name of its file ends with. Throws TemplateError. */
export function fillTemplate(template: string, file: string, logs: readonly VersionChangelog[], since: string): string {
  checkNames(parse(template, file), template, file);
  const escape = /\.html?$/i.test(file) ? escapeHtml : /\.(?:md|markdown)$/i.test(file) ? escapeMarkdown : String;
  return escapeControls(
    Mustache.render(template, viewOf(logs, since), undefined, { escape: (value: unknown) => escape(String(value)) }),
  );
}

type Token = readonly [kind: string, name: string, start: number, end: number, inside?: readonly Token[] | number];

function parse(template: string, file: string): readonly Token[] {
  try {
    return Mustache.parse(template) as unknown as readonly Token[];
  } catch (error) {
    const [, what = '', at = '0'] = /^(.*) at (\d+)$/s.exec((error as Error).message) ?? [];
    throw new TemplateError(
      `${placeIn(template, file, Number(at))}: ${what === '' ? (error as Error).message : what}.`,
    );
  }
}

function checkNames(tokens: readonly Token[], template: string, file: string): void {
  for (const [kind, name, start, , inside] of tokens) {
    const place = placeIn(template, file, start);
    if (kind === '>') throw new TemplateError(`${place}: A template has no partials. Write {{> ${name}}} out.`);
    if (kind !== 'text' && kind !== '!' && kind !== '=' && name !== '.' && !known.includes(name))
      throw new TemplateError(`${place}: ${unknownName('name', name, known, 'docs/diff.md lists the names.')}`);
    if (typeof inside === 'object') checkNames(inside, template, file);
  }
}

const placeIn = (template: string, file: string, at: number) => `${file}:${template.slice(0, at).split('\n').length}`;

type View<Part extends keyof typeof names> = Readonly<Record<(typeof names)[Part][number], unknown>>;

function viewOf(logs: readonly VersionChangelog[], since: string): View<'top'> {
  const versions = logs.map(
    ({ version, released, entries }): View<'version'> => ({
      version,
      released,
      entries: entries.map(
        ({ day, commit, subject, presence, kind, declared, findings }): View<'entry'> => ({
          day,
          commit,
          subject,
          isNew: presence === 'new',
          isGone: presence === 'gone',
          isBreaking: kind === 'breaking',
          changes: declared.map(({ title, description }): View<'change'> => ({ title, description })),
          groups: groupByHeading(findings).map(
            ([heading, own]): View<'group'> => ({
              heading,
              findings: own.map(
                (finding): View<'finding'> => ({
                  id: finding.id,
                  level: finding.level,
                  operation: operationOf(finding),
                  message: messageOf(finding),
                }),
              ),
            }),
          ),
        }),
      ),
    }),
  );
  return { since, versions };
}
