import type { Source } from '../../report/boot-problem.js';
import type { ServiceDefinition } from '../../routing/table/service-definition.js';
import { joinWords } from '../../text/join-words.js';
import { nearestNames } from '../../text/nearest-name.js';
import { readModules } from '../../wiring/module.js';
import { describesDocuments } from '../../routing/table/documents-definition.js';
import { describesLenses, withoutRoutes } from '../../routing/table/lenses-definition.js';
import { findOptionsProvider } from '../options-provider.js';
import { mayProvideOption } from '../rules/may-provide-option.js';
import { compileRoutes } from '../../routing/table/compile-routes.js';
import { LoadError } from './load-error.js';
import { quote } from '../../text/quote.js';

type Members = Readonly<Record<string, unknown>>;

const example = 'Add export default defineService({ root: AppModule }), where AppModule is a class with @Module.';
const named = ['root', 'versioning', 'apiVersion', 'prefix', 'info'];

/** The service of a module. */
export interface ReadDefinition {
  readonly definition: ServiceDefinition;
  /** Whether its versioning is the usual one, because it declares versions and exports no versioning. */
  readonly assumesVersioning: boolean;
}

/**
 * The service that a module exports: as its default export, as an `openapi` object or function, or as named exports.
 * Throws a LoadError that calls the module `name` for anything else.
 */
export async function readDefinition(exports: Members, name: string): Promise<ReadDefinition> {
  const members = unwrap(exports);
  if (isObject(members.default) && describesLenses(members.default))
    return { definition: withoutRoutes(members.default), assumesVersioning: false };
  const definition = hasRoot(members.default)
    ? members.default
    : 'openapi' in members
      ? await readOpenapi(members.openapi, name)
      : pick(members);
  if (!hasRoot(definition))
    throw new LoadError(`${name} does not export a service: ${describe(members)}.`, hint(members));
  if (!isModule(definition.root)) {
    throw new LoadError(
      `The root of ${name} is ${describeValue(definition.root)}, which is not a module.`,
      'Add @Module({ controllers: […], providers: […] }) to the root class.',
    );
  }
  const service = definition as unknown as ServiceDefinition;
  const assumesVersioning = definition !== members.default && lacksVersioning(service);
  return {
    definition: assumesVersioning ? { ...service, versioning: { type: 'uri' } } : service,
    assumesVersioning,
  };
}

/** The definition of documents that a module exports; null for anything else. */
export function findDocuments(exports: Members): Members | null {
  const { default: value } = unwrap(exports);
  return isObject(value) && describesDocuments(value) ? (value as Members) : null;
}

/** Whether an app declares versions and nothing says how requests name them: they are in the path then. */
function lacksVersioning(service: ServiceDefinition): boolean {
  if (service.versioning !== undefined) return false;
  const provider = findOptionsProvider(service.root);
  if (provider && mayProvideOption(provider, 'versioning')) return false;
  return compileRoutes(service.root).problems.some(({ id }) => id === 'versioning-off');
}

/** The exports of a CommonJS module are the default export of its bundle; a compiled ES module has its own default export below that. */
function unwrap(exports: Members): Members {
  const value = exports.default;
  if (!isObject(value) || Object.keys(exports).some((key) => key !== 'default')) return exports;
  return '__esModule' in value || (!hasRoot(value) && 'openapi' in value) ? value : exports;
}

async function readOpenapi(value: unknown, name: string): Promise<unknown> {
  try {
    return typeof value === 'function' ? await (value as () => unknown)() : value;
  } catch (error) {
    throw new LoadError(
      `The openapi function of ${name} threw ${String(error)}.`,
      'Return { root, versioning, apiVersion, prefix, info } from it, and start nothing.',
      [],
      { cause: error },
    );
  }
}

/** The named exports of a service, with those that are a slip for one: they are reported like a mistyped option. */
function pick(members: Members): Members {
  const missing = named.filter((key) => !(key in members));
  const isPicked = (name: string) => named.includes(name) || nearestNames(name, missing).length > 0;
  return Object.fromEntries(Object.entries(members).filter(([name]) => isPicked(name)));
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;
const hasRoot = (value: unknown): value is Members => isObject(value) && value.root !== undefined;
const isModule = (value: unknown) =>
  typeof value === 'function' && readModules(value as ServiceDefinition['root']).modules.length > 0;

function describe(members: Members): string {
  const names = Object.keys(members)
    .filter((key) => key !== '__esModule')
    .toSorted();
  if (names.length === 0) return 'it has no exports';
  return names.includes('default') && names.length === 1
    ? `its default export is ${describeValue(members.default)}`
    : `it exports ${joinWords(names)}, but no root`;
}

function describeValue(value: unknown): string {
  if (typeof value === 'function')
    return /^class\b/.test(Function.prototype.toString.call(value))
      ? `the class ${value.name}`
      : `the function ${value.name}`;
  if (value instanceof Promise) return 'a promise';
  return isObject(value) ? `an object with ${Object.keys(value).join(', ') || 'no members'}` : quote(value);
}

function hint(members: Members): string {
  const found = Object.entries(members).find(([, value]) => isModule(value));
  if (!found) return example;
  return `Add export default defineService({ root: ${(found[1] as { readonly name: string }).name} }).`;
}

const starts = [/\bdefineService\s*\(/, /^\s*export\s+default\b/, /\bopenapi\b/, /\broot\b/, /\bmodule\.exports\b/];

/** Finds the line of the service, or of one of its options, in the text of an export file: for problems without a handler. */
export function definitionSource(text: string, file: string): (option?: string) => Source {
  const lines = text.split('\n');
  const start = Math.max(
    0,
    starts.map((pattern) => lines.findIndex((line) => pattern.test(line))).find((line) => line >= 0) ?? 0,
  );
  return (option) => {
    const pattern = option ? new RegExp(`(?<![\\w.])${option}\\s*[:=,(]|(?<![\\w.])${option}\\s*$`) : null;
    const after = pattern ? lines.findIndex((line, index) => index >= start && pattern.test(line)) : -1;
    const anywhere =
      pattern && after < 0
        ? lines.findIndex((line) => pattern.test(line) && !/^\s*(?:import|\/\/|\*)/.test(line))
        : after;
    return Object.freeze({ file, line: (anywhere >= 0 ? anywhere : start) + 1 });
  };
}
