import { isLevel } from '../../report/level.js';
import { consumersFix, isConsumersOptions } from './consumers-options.js';
import { isObject } from '../../json/json.js';
import { isSchema } from '../../schema/standard-schema.js';
import { readProvider } from '../../wiring/provide.js';
import { checkVersioning, versioningOptionNames } from '../versioning/versioning.js';
import { isVersion } from '../versioning/versions.js';
import { checkLenses } from './check-lenses.js';
import { checkSecuritySchemes } from './check-security-schemes.js';
import { checkWebhooks } from './check-webhooks.js';
import {
  hasMethods,
  isBareOrigin,
  isBoolean,
  isDescribed,
  isFunction,
  isInfo,
  isListOf,
  isMount,
  isNatural,
  isOneOf,
  isOrigin,
  isPath,
  isPositive,
  isRoles,
  isSwitch,
} from './option-checks.js';
import type { Check, Rows } from './option-row.js';
import type { ServiceDefinition } from './service-definition.js';
import type { ServiceOptions } from './service-options.js';

const trueOrFalse: Check = { accepts: isBoolean, fix: 'Write true or false.' };
const milliseconds = (accepts: Check['accepts'], example: number): Check => ({
  accepts,
  fix: `Write a number of milliseconds, such as ${example}.`,
});
const throttleFix = 'Write throttle: { limit: 100, windowSeconds: 60 }';
const documentPath: Check = {
  accepts: isPath,
  fix: "Its path and docsPath are paths below the prefix, such as 'openapi.json'.",
};

/** Every option of an app: what it may be, and what its members are called. */
export const appOptions = {
  versioning: { find: checkVersioning, members: versioningOptionNames },
  securitySchemes: { find: checkSecuritySchemes, members: 'any' },
  prefix: {
    accepts: (value) => value === '' || isVersion(value),
    fix: "The prefix is one path segment without a slash, such as 'api'.",
    id: 'invalid-prefix',
  },
  strict: trueOrFalse,
  defaultAccess: { accepts: isOneOf('public', 'authenticated'), fix: "Write 'public' or 'authenticated'." },
  documents: {
    accepts: isObject,
    fix: "Write documents: { info: { title: 'Users', version: '1.0.0' } }.",
    members: {
      path: documentPath,
      docsPath: documentPath,
      listed: { accepts: isBoolean, fix: 'Its listed is true or false.' },
      info: {
        accepts: isInfo,
        fix: "Its info has a title and a version, such as { title: 'Users', version: '1.0.0' }.",
      },
      servers: {
        accepts: isListOf(isDescribed('url')),
        fix: "Its servers are an array, such as [{ url: 'https://api.example.com', description: 'Production' }].",
      },
      tags: {
        accepts: isListOf(isDescribed('name')),
        fix: "Its tags are an array, such as [{ name: 'Users', description: 'People with an account.' }].",
      },
      render: { accepts: isFunction, fix: 'Its render is a function that takes PageOptions and returns HTML.' },
    },
  },
  authenticate: {
    accepts: isFunction,
    fix: 'Write a function that takes the request and returns a caller or null.',
  },
  cors: {
    accepts: isSwitch,
    fix: "Write true, or { origin: 'https://example.com' }.",
    members: {
      origin: { accepts: isOrigin, fix: "Write true, or { origin: 'https://example.com' }." },
      methods: null,
      allowedHeaders: null,
      exposedHeaders: null,
      credentials: null,
      maxAge: null,
      preflightContinue: null,
      optionsSuccessStatus: null,
    },
  },
  csrf: {
    accepts: isSwitch,
    fix: "Write true, or { trustedOrigins: ['https://example.com'] }.",
    members: {
      trustedOrigins: {
        accepts: isListOf(isBareOrigin),
        fix: "trustedOrigins are bare origins without a path, such as 'https://example.com'.",
      },
    },
  },
  securityHeaders: { accepts: isSwitch, fix: "Write true, or helmet's options.", members: 'any' },
  compression: trueOrFalse,
  trustProxy: {
    accepts: (value) => value === false || isNatural(value),
    fix: 'Write the number of proxies in front of the app, or false.',
  },
  bodyLimit: { accepts: isPositive, fix: 'Write a number of bytes, such as 1048576.' },
  tmpdir: {
    accepts: (value) => typeof value === 'string' && value !== '',
    fix: "Write the path of a folder that exists, such as '/var/tmp'.",
  },
  throttle: {
    accepts: isObject,
    fix: `${throttleFix}.`,
    together: {
      accepts: (value) => {
        const { limit, windowSeconds } = value as Readonly<Record<string, unknown>>;
        return (limit === undefined && windowSeconds === undefined) || (isPositive(limit) && isPositive(windowSeconds));
      },
      fix: `${throttleFix}, both positive integers.`,
    },
    members: {
      limit: null,
      windowSeconds: null,
      store: { accepts: isObject, fix: 'Its store is an object that counts hits.' },
    },
  },
  idempotency: {
    accepts: isObject,
    fix: 'Write idempotency: { ttlSeconds: 86400 }.',
    members: {
      ttlSeconds: { accepts: isPositive, fix: 'Write idempotency: { ttlSeconds: 86400 }.' },
      store: null,
    },
  },
  middleware: { accepts: isListOf(isFunction), fix: 'Write an array of functions (req, res, next).' },
  mount: {
    accepts: isListOf(isMount),
    fix: "Write an array of { path: '/files', handler }, where the path starts with a slash.",
    members: { path: null, handler: null, document: null },
  },
  application: {
    accepts: hasMethods('arrive', 'upgrade', 'close'),
    fix: "Write export default defineGateway({ upstream: 'http://127.0.0.1:8080', … }), which makes it.",
    members: 'any',
  },
  around: {
    accepts: (value) => [value].flat().every(isFunction),
    fix: 'Write a function (call, next) => next(), or a list of them.',
  },
  accessLog: {
    accepts: isSwitch,
    fix: 'Write true, { logger } with a pino logger, or { destination } with a write function.',
    together: {
      accepts: (value) => {
        const { logger, destination } = value as Readonly<Record<string, unknown>>;
        return logger === undefined || destination === undefined;
      },
      fix: 'Write one of them: a logger has a destination of its own.',
    },
    members: {
      logger: { accepts: hasMethods('info'), fix: 'Its logger is one of pino.' },
      destination: { accepts: hasMethods('write'), fix: 'Its destination is an object with write(line).' },
    },
  },
  metrics: {
    accepts: isSwitch,
    fix: "Write true, or { path: 'metrics' }.",
    members: {
      path: { accepts: isPath, fix: "Its path is one below the prefix, such as 'metrics'." },
      registry: { accepts: hasMethods('getSingleMetric'), fix: "Its registry is one of prom-client's." },
      roles: { accepts: isRoles, fix: "Its roles are a list, such as ['operator']." },
    },
  },
  telemetry: trueOrFalse,
  requestId: trueOrFalse,
  usage: {
    accepts: isSwitch,
    fix: 'Write true, or { consumer, store, roles }.',
    members: {
      consumer: {
        accepts: isFunction,
        fix: 'Its consumer is a function, such as (call) => call.caller?.id ?? null.',
      },
      store: { accepts: hasMethods('add', 'read'), fix: 'Its store is an object with add and read.' },
      roles: { accepts: isRoles, fix: "Its roles are a list, such as ['admin']." },
    },
  },
  mapError: {
    accepts: isFunction,
    fix: 'Write a function (error, { req, route }) that returns an HttpError or undefined.',
  },
  renderProblem: {
    accepts: isFunction,
    fix: 'Write a function (problem, { req, route }) that returns { contentType, body }.',
  },
  problemSchema: {
    accepts: (value) => isSchema(value) || isFunction(value),
    fix: 'Write the schema of what renderProblem sends, such as z.object({ error: z.string() }).',
    members: 'any',
  },
  validationStatus: {
    accepts: (value) => value === 400 || value === 422 || isFunction(value),
    fix: 'Write 400 or 422.',
  },
  onLifecycle: { accepts: isFunction, fix: 'Write a function (event, { deliver }) that notifies your clients.' },
  lifecycle: {
    members: {
      minNotice: null,
      evidence: null,
      store: {
        accepts: hasMethods('claim', 'confirm', 'fail', 'undelivered'),
        fix: 'Its store is an object with claim, confirm, fail and undelivered, such as sqlLifecycleStore(kysely) of @svckit/stores.',
      },
    },
  },
  onError: { accepts: isFunction, fix: 'Write a function (error, { req, route, traceId }).' },
  logger: {
    accepts: hasMethods('info', 'warn', 'error'),
    fix: 'Write an object with info, warn and error.',
    members: 'any',
  },
  now: { accepts: isFunction, fix: "Write a function, such as () => new Date('2027-03-02')." },
  providers: {
    accepts: isListOf((entry) => readProvider(entry) !== null),
    fix: 'Write an array of classes and provide(…).',
    members: 'any',
  },
  webhooks: { find: checkWebhooks, members: 'any' },
  responses: { accepts: isOneOf('project', 'check', 'off'), fix: "Write 'project', 'check' or 'off'." },
  headersTimeoutMs: milliseconds(isPositive, 15_000),
  requestTimeoutMs: milliseconds(isPositive, 300_000),
  answerTimeoutMs: milliseconds(isPositive, 60_000),
  keepAliveTimeoutMs: milliseconds(isPositive, 65_000),
  drainDelayMs: milliseconds(isNatural, 5000),
  drainTimeoutMs: milliseconds(isNatural, 10_000),
} as const satisfies Rows<ServiceOptions>;

/** What to write for the level of what breaks by the letter alone. */
export const byTheLetterFix = "Write byTheLetter: 'info', 'warning' or 'error'.";

/** What a definition has beyond the options of an app. */
export const definitionOptions = {
  root: {},
  apiVersion: {},
  info: {
    accepts: isInfo,
    fix: "Write info: { title: 'Users', version: '1.0.0' }, both text.",
    members: 'any',
  },
  prepare: {},
  provided: { members: 'any' },
  commands: {},
  openUsage: {},
  openWebhooks: {},
  checks: { members: 'any' },
  verify: { members: { seeds: null, ignore: null } },
  consumers: {
    accepts: isConsumersOptions,
    fix: consumersFix,
    members: { api: null, audience: null, policy: null, maxAge: null },
  },
  byTheLetter: { accepts: isLevel, fix: byTheLetterFix },
  lenses: { find: checkLenses, members: 'any' },
} as const satisfies Rows<Omit<ServiceDefinition, keyof ServiceOptions>>;
