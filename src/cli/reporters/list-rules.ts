import type { RuleSummary } from '../../export/rules/rule.js';
import { printTable } from '../terminal/print-table.js';

type RuleList = (rules: readonly RuleSummary[]) => string;

/** What `svc check --list --format` offers. */
export const ruleListFormats = {
  pretty: (rules) => printTable(rules.map(({ id, severity, summary }) => [id, severity, summary])),
  json: (rules) =>
    `${JSON.stringify({ version: 1, rules: rules.map(({ id, severity, summary }) => ({ id, severity, summary })) }, null, 2)}\n`,
} satisfies Record<string, RuleList>;

/** Every rule with its severity, unless an export file says otherwise. */
export function listRules(rules: readonly RuleSummary[], format: keyof typeof ruleListFormats): string {
  return ruleListFormats[format](rules);
}
