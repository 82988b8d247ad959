import { problem, type BootProblem } from '../../report/boot-problem.js';
import { suggestName } from '../../text/nearest-name.js';
import type { OptionRow } from './option-row.js';
import { appOptions, definitionOptions } from './option-table.js';

const rows: Readonly<Record<string, OptionRow>> = { ...appOptions, ...definitionOptions };

/** A problem for each unknown option, with the closest known name. */
export function checkOptionNames(options: object): readonly BootProblem[] {
  const inside = Object.entries(rows).flatMap(([option, { members = 'any' }]) => {
    if (members === 'any') return [];
    const values: readonly unknown[] = [(options as Readonly<Record<string, unknown>>)[option]].flat();
    return values.flatMap((value) => unknownNames(value, `${option}.`, Object.keys(members)));
  });
  return [...unknownNames(options, '', Object.keys(rows)), ...inside];
}

const otherwise = 'Remove it, or make it a provider of a module.';

function unknownNames(value: unknown, place: string, known: readonly string[]): BootProblem[] {
  if (typeof value !== 'object' || value === null) return [];
  const unknown = Object.entries(value).filter(([name, member]) => member !== undefined && !known.includes(name));
  return unknown.map(([name]) =>
    problem('unknown-option', `Unknown option "${place}${name}".`, suggestName(name, known, otherwise), {
      option: name,
    }),
  );
}
