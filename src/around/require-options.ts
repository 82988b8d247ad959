import { suggestName } from '../text/nearest-name.js';
import type { AroundOptions, PathOptions } from './options.js';
import { requirePublish } from './publish/publish-options.js';

/** Throws a TypeError, in the words of `owner`, for options that are missing or wrong. */
export function requireOptions(options: AroundOptions, owner: string): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${owner}() takes { document: 'openapi.json', versions, versioning }.`);
  for (const name of ['document', 'versions', 'versioning'] as const)
    if (options[name] === undefined || options[name] === null)
      throw new TypeError(`${owner}(): ${name} is missing. ${fixes[name]}`);
  if (options.drift !== undefined && options.drift !== 'report' && options.drift !== 'refuse')
    throw new TypeError(`${owner}(): drift is ${JSON.stringify(options.drift)}. Write 'report' or 'refuse'.`);
  for (const name of ['answerLimit', 'timeoutMs'] as const)
    if (options[name] !== undefined && !(Number.isSafeInteger(options[name]) && options[name] > 0))
      throw new TypeError(`${owner}(): ${name} is ${String(options[name])}. Write a positive integer.`);
  if (options.paths !== undefined) requirePaths(options.paths, owner);
  if (options.publish !== undefined) requirePublish(options.publish, options.webhooks, owner);
}

const pathValues: Readonly<Record<keyof PathOptions, readonly unknown[]>> = {
  caseSensitive: [true, false],
  trailingSlash: ['ignore', 'strict'],
  duplicateSlashes: ['ignore', 'strict'],
  semicolons: ['ignore', 'strict'],
  encodedSlashes: ['decode', 'strict'],
};

function requirePaths(paths: unknown, owner: string): void {
  if (typeof paths !== 'object' || paths === null || Array.isArray(paths))
    throw new TypeError(`${owner}(): paths is ${JSON.stringify(paths)}. Write paths: { caseSensitive: false }.`);
  for (const [name, value] of Object.entries(paths)) {
    if (!Object.hasOwn(pathValues, name))
      throw new TypeError(`${owner}(): unknown member paths.${name}. ${suggestName(name, Object.keys(pathValues))}`);
    const values = pathValues[name as keyof PathOptions];
    if (value !== undefined && !values.includes(value))
      throw new TypeError(
        `${owner}(): paths.${name} is ${JSON.stringify(value)}. Write ${values.map(written).join(' or ')}.`,
      );
  }
}

const written = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

const fixes = {
  document: "Write the path of the OpenAPI document of what the application serves: document: 'openapi.json'.",
  versions: "Write versions: defineVersions(['1', { version: '2', changes: [] }]).",
  versioning: "Write versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' }.",
} as const;
