import type { Problem } from '../../report/problem.js';
import { versioningTypes } from '../../routing/versioning/versioning.js';
import type { LoadedService } from '../loader/load-service.js';

const optionOf: Readonly<Record<string, string>> = {
  'invalid-versioning-type': 'versioning',
  ...Object.fromEntries(versioningTypes.map(({ rule }) => [rule.id, rule.option])),
  'invalid-default-version': 'defaultVersion',
  'invalid-mount-document': 'mount',
};

/** A problem with its place: its own, else the line of the option that it is about, else that of the service. */
export function locateProblem(one: Problem, sourceOf: LoadedService['sourceOf']): Problem {
  const option = optionOf[one.id] ?? /^The option (?:\w+\.)*(\w+) /.exec(one.message)?.[1];
  return Object.freeze({ ...one, source: one.source ?? sourceOf(option) });
}
