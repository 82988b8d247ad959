import { problem, type Problem } from '../../report/problem.js';
import { optionNames } from './check-options.js';
import { suggestName } from '../../text/nearest-name.js';
import { versioningOptionNames } from '../versioning/versioning.js';
import type { Mount, ServiceDefinition, ServiceOptions } from './service-options.js';

/** Every name that a kind of object may have; a missing one does not compile. */
type NamesOf<T> = Readonly<Record<T extends object ? keyof T : never, true>>;

/** What a definition has beyond the options of an app. */
const beside: NamesOf<Omit<ServiceDefinition, keyof ServiceOptions>> = {
  root: true,
  apiVersion: true,
  info: true,
  prepare: true,
  provided: true,
  commands: true,
  openUsage: true,
  checks: true,
  lifecycle: true,
  verify: true,
};

type Group =
  | 'usage'
  | 'documents'
  | 'accessLog'
  | 'metrics'
  | 'cors'
  | 'csrf'
  | 'throttle'
  | 'idempotency'
  | 'lifecycle'
  | 'verify';

/** The members of nested options. Other options are objects of other libraries, or hold names that the app chooses. */
const members: { readonly [Name in Group]: NamesOf<ServiceDefinition[Name]> } & {
  readonly mount: NamesOf<Mount>;
  readonly versioning: Readonly<Record<string, true>>;
} = {
  versioning: versioningOptionNames,
  documents: { path: true, docsPath: true, listed: true, info: true, servers: true, tags: true, render: true },
  cors: {
    origin: true,
    methods: true,
    allowedHeaders: true,
    exposedHeaders: true,
    credentials: true,
    maxAge: true,
    preflightContinue: true,
    optionsSuccessStatus: true,
  },
  accessLog: { logger: true, destination: true },
  usage: { consumer: true, store: true, roles: true },
  metrics: { path: true, registry: true, roles: true },
  csrf: { trustedOrigins: true },
  throttle: { limit: true, windowSeconds: true, store: true },
  idempotency: { ttlSeconds: true, store: true },
  lifecycle: { minNotice: true, evidence: true },
  verify: { seeds: true },
  mount: { path: true, handler: true, document: true },
};

/** A problem for each unknown option, with the closest known name. */
export function checkOptionNames(options: object): readonly Problem[] {
  const inside = Object.entries(members).flatMap(([option, known]) => {
    const values: readonly unknown[] = [(options as Readonly<Record<string, unknown>>)[option]].flat();
    return values.flatMap((value) => unknownNames(value, `${option}.`, Object.keys(known)));
  });
  return [...unknownNames(options, '', [...optionNames, ...Object.keys(beside)]), ...inside];
}

const otherwise = 'Remove it, or make it a provider of a module.';

function unknownNames(value: unknown, place: string, known: readonly string[]): Problem[] {
  if (typeof value !== 'object' || value === null) return [];
  const unknown = Object.entries(value).filter(([name, member]) => member !== undefined && !known.includes(name));
  return unknown.map(([name]) =>
    problem('unknown-option', `Unknown option "${place}${name}".`, suggestName(name, known, otherwise), {
      option: name,
    }),
  );
}
