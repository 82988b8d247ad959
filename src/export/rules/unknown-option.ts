import { optionNames } from '../../routing/check-options.js';
import type { ServiceDefinition, ServiceOptions } from '../../routing/service-options.js';
import { problem } from '../../wiring/problem.js';
import { nearestNames } from '../nearest-names.js';
import type { Rule } from './rule.js';

/** What a definition has beyond the options of an app. */
const own: Readonly<Record<Exclude<keyof ServiceDefinition, keyof ServiceOptions>, true>> = {
  root: true, apiVersion: true, info: true, prepare: true, checks: true, lifecycle: true,
};
const known: readonly string[] = [...Object.keys(own), ...optionNames];

export const unknownOption: Rule = {
  id: 'unknown-option',
  severity: 'warning',
  summary: 'Every member of the export file is an option that there is.',
  find: ({ definition, sourceOf }) => Object.keys(definition).filter((name) => !known.includes(name)).map((name) => {
    const [near] = nearestNames(name, known);
    return problem(
      'unknown-option',
      `The export file sets ${name}, which is no option.`,
      near ? `Did you mean ${near}?` : 'Take it out, or give it to what needs it through a provider.',
      { source: sourceOf(name) },
    );
  }),
};
