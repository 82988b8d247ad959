import { problem, type Problem } from '../../report/problem.js';
import { readProvider } from '../../wiring/provide.js';
import { isToken } from '../../wiring/token.js';
import { checkSecuritySchemes } from './check-security-schemes.js';
import { isSchema } from '../../schema/standard-schema.js';
import type { ServiceOptions } from './service-options.js';
import { checkVersioning } from '../versioning/versioning.js';
import { isVersion } from '../versioning/versions.js';
import { quote } from '../../text/quote.js';
import { isObject } from '../../json/json.js';

type Check = (value: unknown) => string | null;

const positive = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;
const natural = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

/** For each option: null when it is valid, else the sentence that says how to fix it. */
const checks: Readonly<Record<Exclude<keyof ServiceOptions, 'versioning' | 'securitySchemes'>, Check>> = {
  prefix: (value) =>
    value === '' || isVersion(value) ? null : "The prefix is one path segment without a slash, such as 'api'.",
  strict: (value) => (typeof value === 'boolean' ? null : 'Write true or false.'),
  defaultAccess: (value) =>
    value === 'public' || value === 'authenticated' ? null : "Write 'public' or 'authenticated'.",
  documents: (value) =>
    isObject(value) ? checkDocuments(value) : "Write documents: { info: { title: 'Users', version: '1.0.0' } }.",
  authenticate: (value) =>
    typeof value === 'function' ? null : 'Write a function that takes the request and returns a caller or null.',
  cors: (value) =>
    typeof value === 'boolean' || (isObject(value) && isOrigin(value.origin))
      ? null
      : "Write true, or { origin: 'https://example.com' }.",
  csrf: (value) =>
    typeof value === 'boolean'
      ? null
      : isObject(value)
        ? checkOrigins(value.trustedOrigins)
        : "Write true, or { trustedOrigins: ['https://example.com'] }.",
  securityHeaders: (value) =>
    typeof value === 'boolean' || isObject(value) ? null : "Write true, or helmet's options.",
  compression: (value) => (typeof value === 'boolean' ? null : 'Write true or false.'),
  trustProxy: (value) =>
    value === false || natural(value) ? null : 'Write the number of proxies in front of the app, or false.',
  bodyLimit: (value) => (positive(value) ? null : 'Write a number of bytes, such as 1048576.'),
  tmpdir: (value) =>
    typeof value === 'string' && value !== '' ? null : "Write the path of a folder that exists, such as '/var/tmp'.",
  throttle: (value) => (isObject(value) ? checkThrottle(value) : 'Write throttle: { limit: 100, windowSeconds: 60 }.'),
  idempotency: (value) =>
    isObject(value) && (value.ttlSeconds === undefined || positive(value.ttlSeconds))
      ? null
      : 'Write idempotency: { ttlSeconds: 86400 }.',
  middleware: (value) =>
    Array.isArray(value) && value.every((entry) => typeof entry === 'function')
      ? null
      : 'Write an array of functions (req, res, next).',
  mount: (value) =>
    Array.isArray(value) && value.every(isMount)
      ? null
      : "Write an array of { path: '/files', handler }, where the path starts with a slash.",
  around: (value) =>
    [value].flat().every((entry) => typeof entry === 'function')
      ? null
      : 'Write a function (call, next) => next(), or a list of them.',
  accessLog: (value) =>
    typeof value === 'boolean'
      ? null
      : isObject(value)
        ? checkAccessLog(value)
        : 'Write true, { logger } with a pino logger, or { destination } with a write function.',
  metrics: (value) =>
    typeof value === 'boolean' ? null : isObject(value) ? checkMetrics(value) : "Write true, or { path: 'metrics' }.",
  telemetry: (value) => (typeof value === 'boolean' ? null : 'Write true or false.'),
  requestId: (value) => (typeof value === 'boolean' ? null : 'Write true or false.'),
  usage: (value) =>
    typeof value === 'boolean'
      ? null
      : isObject(value)
        ? checkUsage(value)
        : 'Write true, or { consumer, store, roles }.',
  mapError: (value) =>
    typeof value === 'function'
      ? null
      : 'Write a function (error, { req, route }) that returns an HttpError or undefined.',
  renderProblem: (value) =>
    typeof value === 'function'
      ? null
      : 'Write a function (problem, { req, route }) that returns { contentType, body }.',
  problemSchema: (value) =>
    isSchema(value) || typeof value === 'function'
      ? null
      : 'Write the schema of what renderProblem sends, such as z.object({ error: z.string() }).',
  validationStatus: (value) =>
    value === 400 || value === 422 || typeof value === 'function' ? null : 'Write 400 or 422.',
  onLifecycle: (value) => (typeof value === 'function' ? null : 'Write a function (event) that tells your clients.'),
  onError: (value) => (typeof value === 'function' ? null : 'Write a function (error, { req, route, traceId }).'),
  logger: (value) =>
    isObject(value) && ['info', 'warn', 'error'].every((name) => typeof value[name] === 'function')
      ? null
      : 'Write an object with info, warn and error.',
  now: (value) => (typeof value === 'function' ? null : "Write a function, such as () => new Date('2027-03-02')."),
  providers: (value) =>
    Array.isArray(value) && value.every((entry) => readProvider(entry) !== null)
      ? null
      : 'Write an array of classes and provide(…).',
  responses: (value) =>
    value === 'project' || value === 'check' || value === 'off' ? null : "Write 'project', 'check' or 'off'.",
  headersTimeoutMs: (value) => (positive(value) ? null : 'Write a number of milliseconds, such as 15000.'),
  requestTimeoutMs: (value) => (positive(value) ? null : 'Write a number of milliseconds, such as 300000.'),
  answerTimeoutMs: (value) => (positive(value) ? null : 'Write a number of milliseconds, such as 60000.'),
  keepAliveTimeoutMs: (value) => (positive(value) ? null : 'Write a number of milliseconds, such as 65000.'),
  drainDelayMs: (value) => (natural(value) ? null : 'Write a number of milliseconds, such as 5000.'),
  drainTimeoutMs: (value) => (natural(value) ? null : 'Write a number of milliseconds, such as 10000.'),
};

/** Every option of an app by name. */
export const optionNames: readonly (keyof ServiceOptions)[] = Object.freeze([
  'versioning',
  'securitySchemes',
  ...(Object.keys(checks) as (keyof typeof checks)[]),
]);

/** Every problem with the options of an app; each one names the option and quotes its value. */
export function checkOptions(options: ServiceOptions): readonly Problem[] {
  const problems = [...checkVersioning(options.versioning), ...checkSecuritySchemes(options.securitySchemes)];
  for (const name of Object.keys(checks) as (keyof typeof checks)[]) {
    const value: unknown = options[name];
    const fix = value === undefined ? null : checks[name](value);
    if (fix)
      problems.push(
        problem(
          name === 'prefix' ? 'invalid-prefix' : 'invalid-option',
          `Invalid option ${name}: ${quote(value)}.`,
          fix,
          { option: name },
        ),
      );
  }
  return problems;
}

/** The problems with the info of an export file. */
export function checkInfo(info: unknown): readonly Problem[] {
  if (info === undefined || isInfo(info)) return [];
  return [
    problem(
      'invalid-option',
      `Invalid option info: ${quote(info)}.`,
      "Write info: { title: 'Users', version: '1.0.0' }, both text.",
      { option: 'info' },
    ),
  ];
}

const isInfo = (info: unknown) => isObject(info) && typeof info.title === 'string' && typeof info.version === 'string';

function checkDocuments({
  path,
  docsPath,
  listed,
  info,
  servers,
  tags,
  render,
}: Record<string, unknown>): string | null {
  for (const value of [path, docsPath]) {
    if (value !== undefined && !isPath(value))
      return "Its path and docsPath are paths below the prefix, such as 'openapi.json'.";
  }
  if (listed !== undefined && typeof listed !== 'boolean') return 'Its listed is true or false.';
  if (info !== undefined && !isInfo(info))
    return "Its info has a title and a version, such as { title: 'Users', version: '1.0.0' }.";
  if (servers !== undefined && !isListOf('url', servers))
    return "Its servers are an array, such as [{ url: 'https://api.example.com', description: 'Production' }].";
  if (tags !== undefined && !isListOf('name', tags))
    return "Its tags are an array, such as [{ name: 'Users', description: 'People with an account.' }].";
  return render === undefined || typeof render === 'function'
    ? null
    : 'Its render is a function that takes PageOptions and returns HTML.';
}

/** Objects with a non-empty `name` and an optional description. */
function isListOf(name: string, value: unknown): boolean {
  const isEntry = (entry: unknown) =>
    isObject(entry) &&
    typeof entry[name] === 'string' &&
    entry[name] !== '' &&
    ['undefined', 'string'].includes(typeof entry.description);
  return Array.isArray(value) && value.every(isEntry);
}

/** The cors library allows every origin for a value of any other kind. */
function isOrigin(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((entry) => typeof entry !== 'function' && isOrigin(entry));
  return value === undefined || ['boolean', 'string', 'function'].includes(typeof value) || value instanceof RegExp;
}

function checkOrigins(origins: unknown): string | null {
  if (origins === undefined) return null;
  const isBare = (value: unknown) =>
    typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value;
  return Array.isArray(origins) && origins.every(isBare)
    ? null
    : "trustedOrigins are bare origins without a path, such as 'https://example.com'.";
}

function checkThrottle({ limit, windowSeconds, store }: Record<string, unknown>): string | null {
  const policy = (limit === undefined && windowSeconds === undefined) || (positive(limit) && positive(windowSeconds));
  return policy && (store === undefined || isObject(store))
    ? null
    : 'Write throttle: { limit: 100, windowSeconds: 60 }, both positive integers.';
}

function checkMetrics({ path, registry, roles }: Record<string, unknown>): string | null {
  if (path !== undefined && !isPath(path)) return "Its path is one below the prefix, such as 'metrics'.";
  if (!hasMethod(registry, 'getSingleMetric')) return "Its registry is one of prom-client's.";
  return roles === undefined || isRoles(roles) ? null : "Its roles are a list, such as ['operator'].";
}

function checkUsage({ consumer, store, roles }: Record<string, unknown>): string | null {
  if (consumer !== undefined && typeof consumer !== 'function')
    return 'Its consumer is a function, such as (call) => call.caller?.id ?? null.';
  if (!['add', 'read', 'claim'].every((name) => hasMethod(store, name)))
    return 'Its store is an object with add, read and claim.';
  return roles === undefined || isRoles(roles) ? null : "Its roles are a list, such as ['admin'].";
}

const isRoles = (roles: unknown) =>
  Array.isArray(roles) && roles.length > 0 && roles.every((role) => typeof role === 'string');

const isPath = (value: unknown) => typeof value === 'string' && value.split('/').every(isVersion);

function checkAccessLog({ logger, destination }: Record<string, unknown>): string | null {
  if (logger !== undefined && destination !== undefined)
    return 'Write one of them: a logger has a destination of its own.';
  if (!hasMethod(logger, 'info')) return 'Its logger is one of pino.';
  return hasMethod(destination, 'write') ? null : 'Its destination is an object with write(line).';
}

const hasMethod = (value: unknown, name: string) =>
  value === undefined || (typeof value === 'object' && value !== null && typeof (value as never)[name] === 'function');

function isMount(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.path === 'string' &&
    /^\/[^?#*:{}]*$/.test(value.path) &&
    (typeof value.handler === 'function' || isToken(value.handler))
  );
}
