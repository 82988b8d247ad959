import { kebabCase } from '../../text/kebab-case.js';
import { codeSpan, escapeControls, escapeMarkdown } from '../../text/escape.js';
import { countOf } from '../../text/join-words.js';
import type { Json } from '../../json/json.js';
import type { UpgradeChange, UpgradeStep, UpgradeSubject } from './describe-upgrades.js';
import { subjectParts } from './subject-parts.js';

/** What the instructions for a coding agent are about. */
export interface SkillFacts {
  /** Of the API: `Books`. */
  readonly title: string;
  readonly base: string;
  readonly revision: string;
  /** Oldest first. */
  readonly steps: readonly UpgradeStep[];
  /** What to type, without `--in`: `svc upgrade v1 v3 --from https://…`. */
  readonly command: string;
  /** What to know of the command, in Markdown; null for nothing. */
  readonly note: string | null;
  /** The folder of the code. */
  readonly folder: string;
  /** What a run on the code has left; null where none was made. */
  readonly stops: readonly SkillStop[] | null;
}

/** A place of the code that somebody has to decide about. */
export interface SkillStop {
  /** `src/books.ts:14` */
  readonly place: string;
  readonly code: string;
  readonly messages: readonly string[];
  /** The ids of the changes that it is about. */
  readonly changes: readonly string[];
}

/** The last line of each file, so that nothing else is replaced. */
export const skillMark = '<!-- Written by svc upgrade --skill. -->';

/** An agent skill that moves code from one version to another: `SKILL.md`, and a reference for each change; by their paths. */
export function writeSkill(facts: SkillFacts): ReadonlyMap<string, string> {
  const names = referenceNames(facts.steps);
  return new Map([
    ['SKILL.md', writeInstructions(facts, names)],
    ...facts.steps.flatMap(({ version, changes }) =>
      changes.map((change) => [names.get(change)!, writeReference(change, version)] as const),
    ),
  ]);
}

function referenceNames(steps: readonly UpgradeStep[]): ReadonlyMap<UpgradeChange, string> {
  const taken = new Set<string>();
  const names = new Map<UpgradeChange, string>();
  for (const { version, changes } of steps)
    for (const change of changes) {
      const word = kebabCase(change.id) || 'change';
      let name = `references/${word}.md`;
      for (let count = 1; taken.has(name); count += 1) name = `references/${word}-${kebabCase(version)}-${count}.md`;
      taken.add(name);
      names.set(change, name);
    }
  return names;
}

function writeInstructions(facts: SkillFacts, names: ReadonlyMap<UpgradeChange, string>): string {
  const { title, base, revision, steps, command, folder, stops } = facts;
  const api = oneLine(title);
  const run = `${command} --in ${folder}`;
  const changes = steps.flatMap((step) => step.changes.map((change) => ({ change, version: step.version })));
  const byId = new Map(changes.map(({ change }) => [change.id, names.get(change)!]));
  const sections = [
    writeFrontMatter(plainName(api, 40), plainName(base, 20), plainName(revision, 20)),
    `# ${escapeMarkdown(`${api}: from version ${base} to version ${revision}`)}`,
    'Edit by range, never reprint a file. Let `svc upgrade` make the edits that the changes decide, and decide the rest by the references.',
    facts.note ?? '',
    '## Steps',
    [
      `1. Commit what is open. Run the tests of the project: they pass before you begin.`,
      `2. Run \`${run} --dry-run --format json\`, and read \`edits\` and \`stops\`. The stops that are no errors are shown only now, so keep them.`,
      `3. Run \`${run}\`. It edits imports, names, members, parameters and addresses, and writes the client of version ${revision} where it is missing.`,
      '4. At each stop, read the reference of its change. The example shows one value on both sides; make the code right for every value, not for the example.',
      '5. Where a reference says that a value is another one under the same name, follow it to everything that is made of it: sums, texts, what is stored and what is sent on.',
      '6. Work through the checklist.',
    ].join('\n'),
    '## Changes',
    changes.length === 0
      ? 'The API declares no changes between the two versions. The stops have the differences of the documents.'
      : changes
          .map(
            ({ change, version }) =>
              `- [${escapeMarkdown(oneLine(change.title))}](${names.get(change)!}), since version ${escapeMarkdown(version)}`,
          )
          .join('\n'),
    '## Stop points',
    ...(stops
      ? [writeStops(stops, byId, folder)]
      : [
          'Stop at each of these, wherever the code has it:',
          ...writeWatched(
            changes.map(({ change }) => change),
            names,
          ),
        ]),
    '## Checklist',
    [
      '- [ ] No import of the older client is left.',
      '- [ ] Each stop is edited, or read and found right.',
      '- [ ] Mocks, fixtures and recorded answers in tests have the newer shapes.',
      `- [ ] \`${run} --check\` exits with 0.`,
      "- [ ] The project's own type check and tests pass.",
    ].join('\n'),
    skillMark,
  ];
  return `${sections.filter((one) => one !== '').join('\n\n')}\n`;
}

/** What an agent reads before it chooses a skill. It has words of ours, and names of which only letters, digits and few signs are left. */
function writeFrontMatter(api: string, base: string, revision: string): string {
  const name = [api, `v${base}`, 'to', `v${revision}`]
    .map(kebabCase)
    .join('-')
    .replaceAll(/[^a-z\d]+/g, '-');
  const description = `Moves code that calls the ${api} API from version ${base} to version ${revision}. Use it when code imports the client of version ${base} (api/v${base}), when ${api} announces that version ${base} goes, or when svc upgrade v${base} v${revision} has left places to edit.`;
  return `---\nname: ${name.replace(/^-/, '').slice(0, 64).replace(/-$/, '')}\ndescription: ${JSON.stringify(description)}\n---`;
}

const plainName = (text: string, longest: number) =>
  text
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .trim() || 'unnamed';

function writeStops(stops: readonly SkillStop[], references: ReadonlyMap<string, string>, folder: string): string {
  if (stops.length === 0) return `None in \`${folder}\`: the edits are all.`;
  const lines = stops.map(({ place, code, messages, changes }) => {
    const links = changes.flatMap((id) =>
      references.has(id) ? [`[${escapeMarkdown(id)}](${references.get(id)!})`] : [],
    );
    return [
      `- ${codeSpan(place)}: ${codeSpan(oneLine(code))}`,
      ...messages.map((message) => `  - ${escapeMarkdown(oneLine(message))}`),
      ...(links.length > 0 ? [`  - See ${links.join(', ')}.`] : []),
    ].join('\n');
  });
  return `${countOf(stops.length, 'place')} in \`${folder}\` after the edits:\n\n${lines.join('\n')}`;
}

/** What to look for, of changes that no edit follows whole. */
function writeWatched(changes: readonly UpgradeChange[], names: ReadonlyMap<UpgradeChange, string>): readonly string[] {
  const lines = changes.flatMap((change) => {
    const link = `[${escapeMarkdown(oneLine(change.title))}](${names.get(change)!})`;
    if (change.subjects.length === 0) return [`- a call of what this is about: ${link}`];
    return change.subjects.flatMap((subject) => {
      const members = watchedMembers(subject);
      return members.length === 0
        ? []
        : [`- ${members.map(codeSpan).join(', ')} of ${codeSpan(subject.name)}: ${link}`];
    });
  });
  return [lines.length > 0 ? lines.join('\n') : 'None: the edits follow every change.'];
}

/** Members with another value, and those that the examples show on one side alone and that did not move. */
function watchedMembers({ altered, moved, answer, request }: UpgradeSubject): readonly string[] {
  const movedOlder = new Set(moved.map(({ older }) => older[0]));
  const gone = [answer, request].flatMap((example) => {
    if (!isRecord(example?.before) || !isRecord(example.after)) return [];
    const after = example.after;
    return Object.keys(example.before).filter((name) => !(name in after) && !movedOlder.has(name));
  });
  return [...new Set([...altered.map((path) => path.join('.') || 'the value'), ...gone])];
}

const isRecord = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function writeReference({ title, description, operations, subjects }: UpgradeChange, version: string): string {
  const sections = [
    `# ${escapeMarkdown(oneLine(title))}`,
    description === null ? '' : escapeControls(description.trim()),
    `Since version ${escapeMarkdown(version)}${operations.length > 0 ? `, in ${operations.map(codeSpan).join(', ')}` : ''}.`,
    ...subjects.flatMap((subject) => {
      const parts = subjectParts(subject);
      return parts.length === 0 ? [] : [`## ${escapeMarkdown(subject.name)}`, ...parts];
    }),
    ...(subjects.length === 0 ? ['A change of behaviour: no shape shows it.'] : []),
    skillMark,
  ];
  return `${sections.filter((one) => one !== '').join('\n\n')}\n`;
}

const oneLine = (text: string) => escapeControls(text).trim().replaceAll(/\s+/g, ' ');
