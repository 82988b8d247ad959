import type { Command } from 'commander';
import { countOf } from '../../text/join-words.js';
import { escapeTerminal } from '../../text/escape.js';
import { versionInWords } from '../../text/version-order.js';
import { defineCommand } from '../program/define-command.js';
import { askService } from '../questions/ask-service.js';
import type { AnswerTo } from '../questions/questions.js';
import { chooseFrom, declareEntry } from '../shared-options.js';

interface ExplainOptions {
  readonly demo?: boolean;
  readonly format: 'pretty' | 'json';
}

export const changeExplainCommand = defineCommand<ExplainOptions>({
  declare: (command: Command) => {
    declareEntry(command.argument('<title>', 'title or id of a change')).addOption(
      chooseFrom('--format <format>', 'output format', ['pretty', 'json']).default('pretty'),
    );
  },
  examples: [
    { line: "svc change explain 'Users come in pages'", meaning: 'both shapes, examples, and the operations' },
    { line: 'svc change explain users-come-in-pages --format json', meaning: 'the same as data, by its id' },
  ],
  execute: async ({ io, operands: [name = '', entry], options: { demo, format } }) => {
    const explained = await askService('explained', { entry, demo }, { name }, io);
    io.stdout.write(
      format === 'json' ? `${JSON.stringify({ format: 1, ...explained }, null, 2)}\n` : textOf(explained),
    );
    return 0;
  },
});

function textOf({
  title,
  description,
  version,
  previous,
  subjects,
  operations,
  lenses,
}: AnswerTo<'explained'>): string {
  const blocks = subjects.map(({ name, after, before, ways }) => [
    name,
    `  ${versionInWords(version)}: ${after}`,
    `  ${versionInWords(previous)}: ${before}`,
    ...ways.flatMap(({ direction, examples }) => [
      direction === 'down' ? `  down, to ${versionInWords(previous)}:` : `  up, from ${versionInWords(previous)}:`,
      ...examples.flatMap(({ from, to, error }) => [`    ${from}`, `    → ${to ?? `throws: ${error}`}`]),
      ...(examples.length === 0 ? ['    no value of it can be generated'] : []),
    ]),
  ]);
  const lines = [
    [title, ...(description === null ? [] : [description])],
    ...blocks,
    ...(operations.length > 0 || lenses.length === 0
      ? [
          [
            `Touches ${countOf(operations.length, 'operation')} of ${versionInWords(previous)}:`,
            ...operations.map((one) => `  ${one}`),
          ],
        ]
      : []),
    ...(lenses.length > 0
      ? [
          [
            `Converts the stored values of ${countOf(lenses.length, 'lens', 'lenses')}:`,
            ...lenses.map((one) => `  ${one}`),
          ],
        ]
      : []),
  ];
  return `${lines.map((block) => block.map((line) => escapeTerminal(line)).join('\n')).join('\n\n')}\n`;
}
