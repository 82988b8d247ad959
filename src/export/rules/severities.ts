import type { ServiceDefinition } from '../../routing/table/service-definition.js';
import { problem, type BootProblem, type Severity } from '../../report/boot-problem.js';
import { levels } from '../../report/level.js';
import { suggestName } from '../../text/nearest-name.js';
import { bootRules } from './boot-rules.js';
import { rules } from './rules.js';
import { quote } from '../../text/quote.js';

export interface Severities {
  readonly of: (id: string) => Severity | 'off';
  /** What is wrong with the service's `checks`. */
  readonly problems: readonly BootProblem[];
}

/** The severity of each rule: its own, unless the service's `checks` name another. */
export function readSeverities({ checks = {} }: Pick<ServiceDefinition, 'checks'>): Severities {
  if (typeof checks !== 'object' || checks === null) {
    const found = problem(
      'invalid-check',
      `checks is ${JSON.stringify(checks)}.`,
      "Write checks: { 'version-hole': 'off' }.",
      { option: 'checks' },
    );
    return { ...readSeverities({}), problems: [found] };
  }
  const severities = new Map<string, Severity | 'off'>(rules.map(({ id, severity }) => [id, severity]));
  const problems: BootProblem[] = [];
  for (const [id, severity] of Object.entries(checks)) {
    const refusal = refuse(id, severity);
    if (refusal) problems.push(problem('invalid-check', ...refusal, { option: 'checks' }));
    else severities.set(id, severity);
  }
  return { of: (id) => severities.get(id) ?? 'error', problems };
}

function refuse(id: string, severity: unknown): [message: string, fix: string] | null {
  if (bootRules.some((rule) => rule.id === id)) {
    return severity === 'error'
      ? null
      : [
          `checks sets ${id} to ${JSON.stringify(severity)}, but the service cannot start with such a problem.`,
          'Remove it, and fix the problem.',
        ];
  }
  if (!rules.some((rule) => rule.id === id)) {
    const known = rules.map((rule) => rule.id);
    return [`checks: unknown rule ${JSON.stringify(id)}.`, suggestName(id, known, 'svc check --list shows the rules.')];
  }
  return severity === 'off' || levels.some((level) => level === severity)
    ? null
    : [`checks sets ${id} to ${quote(severity)}.`, "Write 'error', 'warning', 'info' or 'off'."];
}
