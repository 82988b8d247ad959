import { readYaml } from '../../json/read-yaml.js';
import { isObject, type Json } from '../../json/json.js';
import {
  compatibility,
  type CompatibilityMode,
  type CompatibilityPolicy,
  type DirectedCompatibility,
} from '../../library/compatibility.js';
import type { Level } from '../../report/level.js';
import type { Report } from '../../report/report.js';
import { noSubject, type Result } from '../../report/result.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { readRegularFile } from '../sources/read-regular-file.js';

/** What `svc diff --mode` is asked. */
export interface SchemaDiff {
  readonly base: string;
  readonly revision: string;
  readonly mode: CompatibilityMode;
  readonly policy: CompatibilityPolicy;
  readonly asOf: string;
  readonly failOn: Level;
}

/** The report on one JSON Schema beside another: whether readers with one can read what writers of the other write. */
export function diffSchemas({ base, revision, mode, policy, asOf, failOn }: SchemaDiff, { cwd }: Io): Report {
  const [older, newer] = [readSchema(base, cwd), readSchema(revision, cwd)];
  const found = compatibility(older, newer, mode, policy);
  const isOnlyOpen = ({ direction, found: { holds } }: DirectedCompatibility) =>
    holds === false && compatibility(older, newer, direction, 'lenient')[0]!.found.holds === true;
  const results = found.flatMap((one) => resultOf(one, revision, isOnlyOpen(one)) ?? []);
  const level = results.some((one) => one.level === 'error') ? 'error' : results.length > 0 ? 'warning' : null;
  const compatible = `${mode === 'full' ? 'fully' : mode} compatible`;
  const words = { error: `not ${compatible}`, warning: `possibly not ${compatible}` };
  return {
    command: 'svc diff',
    heading: `Changes from ${base} to ${revision}`,
    asOf,
    failOn,
    verdict: { text: `${revision} is ${level === null ? compatible : words[level]}.`, level },
    parts: [{ id: 'diff', results, passed: [] }],
    chapters:
      results.length === 0
        ? []
        : [
            {
              title: null,
              sections: [{ titles: [], lines: results.map((one) => ({ ...one, subject: '', places: [] })) }],
              rest: null,
            },
          ],
    rules: results.map(({ id, level: severity }) => ({
      id,
      level: severity,
      summary: `The JSON Schema is ${id.replaceAll('-', ' ')}.`,
      help: 'Give a new required member a default, keep what readers accept, or store the values under a new mark.',
    })),
    annotateFrom: 'info',
    json: () => ({
      version: 1,
      asOf,
      mode,
      policy,
      compatible: level === null ? true : level === 'error' ? false : null,
      directions: found.map(({ direction, found: one }) => ({
        direction,
        compatible: one.holds,
        witness: one.holds === false ? { value: one.witness, why: one.why } : null,
      })),
    }),
  };
}

const readers = {
  backward: { reader: 'A reader with the new schema', data: 'old data' },
  forward: { reader: 'A reader with the old schema', data: 'new data' },
};

/** `isOnlyOpen`: whether it fails only for members that the writer's schema leaves open. */
function resultOf({ direction, found }: DirectedCompatibility, file: string, isOnlyOpen: boolean): Result | null {
  if (found.holds === true) return null;
  const { reader, data } = readers[direction];
  const shared = { fix: null, place: { file, line: null }, subject: noSubject };
  if (found.holds === null)
    return {
      ...shared,
      id: `${direction}-compatibility-undecided`,
      level: 'warning',
      message: `${reader} possibly does not read all ${data}: the search ended without a proof.`,
    };
  return {
    ...shared,
    id: `not-${direction}-compatible`,
    level: 'error',
    message: `${reader} does not read all ${data}${isOnlyOpen ? ': it names a member that the other schema leaves open' : ''}.`,
    fix: isOnlyOpen
      ? 'Close the object (additionalProperties: false), or add --policy lenient where writers send only members that their schema names.'
      : null,
    details: [['witness', `${JSON.stringify(found.witness)}: ${found.why}`]],
  };
}

function readSchema(file: string, cwd: string): Json {
  const text = readRegularFile(file, cwd);
  if (text === null)
    throw new CommandFailure(`${file} does not exist. Name a file with a JSON Schema, in JSON or YAML.`);
  const value = parse(file, text);
  if (isObject(value) && ('openapi' in value || 'swagger' in value))
    throw usageError(`${file} is an OpenAPI document, and --mode compares JSON Schemas. Omit --mode.`);
  if (!isObject(value) && typeof value !== 'boolean')
    throw new CommandFailure(`${file} is no JSON Schema, which is an object, true or false.`);
  return value;
}

function parse(file: string, text: string): Json {
  try {
    return (file.endsWith('.json') ? JSON.parse(text) : readYaml(text).value) as Json;
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}
