import { isObject } from '../../json/json.js';
import { problem, type BootProblem } from '../../report/boot-problem.js';
import { quote } from '../../text/quote.js';
import type { OptionRow } from './option-row.js';
import { appOptions, definitionOptions } from './option-table.js';
import type { ServiceDefinition } from './service-definition.js';
import type { ServiceOptions } from './service-options.js';

const rows: readonly (readonly [string, OptionRow])[] = Object.entries(appOptions);

/** Every problem with the options of an app; each one names the option and quotes its value. */
export function checkOptions(options: ServiceOptions): readonly BootProblem[] {
  return rows.flatMap(([name, row]) => checkOption(name, row, options[name as keyof ServiceOptions]));
}

/** The problems with the info and the lenses of an export file. */
export function checkDefinition({ info, lenses }: Pick<ServiceDefinition, 'info' | 'lenses'>): readonly BootProblem[] {
  return [
    ...checkOption('info', definitionOptions.info, info),
    ...checkOption('lenses', definitionOptions.lenses, lenses),
  ];
}

function checkOption(name: string, row: OptionRow, value: unknown): readonly BootProblem[] {
  if (value === undefined) return [];
  if (row.find) return row.find(value);
  const fix = fixOf(row, value);
  const id = row.id ?? 'invalid-option';
  return fix === null ? [] : [problem(id, `Invalid option ${name}: ${quote(value)}.`, fix, { option: name })];
}

/** null for a valid value. */
function fixOf({ accepts, fix, together, members }: OptionRow, value: unknown): string | null {
  if (accepts && !accepts(value)) return fix ?? null;
  if (!isObject(value)) return null;
  if (together && !together.accepts(value)) return together.fix;
  const checks = members === undefined || members === 'any' ? [] : Object.entries(members);
  const wrong = checks.find(
    ([name, check]) => check !== null && value[name] !== undefined && !check.accepts(value[name]),
  );
  return wrong?.[1]?.fix ?? null;
}
