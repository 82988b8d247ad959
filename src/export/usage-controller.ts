import { z } from 'zod';
import { ApiDoc, Authenticated, Roles } from '../routing/declare/decorators.js';
import type { Input } from '../routing/declare/route-schemas.js';
import { Controller, Get } from '../routing/declare/verbs.js';
import { VERSION_NEUTRAL } from '../routing/declare/version.js';
import { ROUTES, USAGE } from '../routing/table/app-tokens.js';
import type { ServiceOptions } from '../routing/table/service-options.js';
import { operationOfCount, type UsageCount } from '../routing/table/usage.js';
import { successorFinder } from '../routing/versioning/successor.js';
import { inject } from '../wiring/inject.js';
import type { Class } from '../wiring/metadata.js';
import { nameOperation } from '../report/result.js';

const time = z.iso.datetime();
const calls = {
  version: z.string().nullable(),
  operation: z.string(),
  calls: z.int(),
  refused: z.int().meta({ description: 'Those among the calls that met a brownout or a sunset.' }),
  first: time,
  last: time,
  members: z.record(z.string(), z.int()).meta({ description: 'Calls that sent a deprecated member of the request.' }),
};
const Usage = z.object({
  since: time.nullable().meta({ description: 'When counting began.' }),
  counts: z.array(
    z.object({
      ...calls,
      kind: z.enum(['caller', 'key', 'address', 'custom', 'other']),
      consumer: z.string(),
      day: z.iso.date().nullable(),
    }),
  ),
});
const usageSchemas = {
  query: z.object({
    'api-version': z.string().optional(),
    operation: z.string().optional(),
    consumer: z.string().optional(),
    since: z.iso.date().optional(),
    'by-day': z.boolean().default(false),
  }),
  response: Usage,
};
const OwnOperations = z.object({
  consumer: z.string(),
  operations: z.array(z.object(calls)),
});
const OwnUsage = z.object({
  consumer: z.string(),
  deprecated: z.array(
    z.object({
      ...calls,
      since: time.nullable(),
      sunset: time.nullable(),
      link: z.string().nullable(),
      successor: z.object({ version: z.string(), operation: z.string().nullable() }).nullable(),
    }),
  ),
});

const [usagePath, ownPath] = ['usage', 'mine/operations'];

/** Where callers read what they call. */
export const ownOperations = `${usagePath}/${ownPath}`;

/** The controller that serves the usage of an app; none without the `usage` option, or without `authenticate`. */
export function usageControllers({
  usage,
  authenticate,
  versioning,
}: Pick<ServiceOptions, 'usage' | 'authenticate' | 'versioning'>): readonly Class[] {
  if (!usage || !authenticate) return [];

  @ApiDoc({ tags: ['Usage'] })
  @Controller(usagePath, { version: VERSION_NEUTRAL })
  class UsageController {
    readonly #usage = inject(USAGE);
    readonly #routes = inject(ROUTES);
    readonly #successorOf = successorFinder(this.#routes, versioning);

    @Roles(...usageRoles(usage))
    @Get('', usageSchemas)
    async all({ query }: Input<typeof usageSchemas>): Promise<z.output<typeof Usage>> {
      const { operation, consumer, since } = query;
      const filter = { version: query['api-version'], operation, consumer, since, byDay: query['by-day'] };
      const { since: began, counts } = await this.#usage.read(filter);
      return { since: began === null ? null : iso(began), counts: counts.map(written) };
    }

    /** The deprecated calls of the caller. */
    @Authenticated()
    @Get('mine', { response: OwnUsage })
    async mine(input: Input): Promise<z.output<typeof OwnUsage>> {
      const { kind, consumer } = this.#usage.consumerOf(input);
      const { counts } = await this.#usage.read({ kind, consumer });
      const deprecated = counts.flatMap((count) => this.#describe(count) ?? []);
      return { consumer, deprecated };
    }

    /** The operations that the caller calls, of every version; nobody else may keep the answer. */
    @Authenticated()
    @Get(ownPath, { response: OwnOperations })
    async operations(input: Input): Promise<z.output<typeof OwnOperations>> {
      const { kind, consumer } = this.#usage.consumerOf(input);
      const { counts } = await this.#usage.read({ kind, consumer });
      input.res.setHeader('Cache-Control', 'no-store');
      return { consumer, operations: counts.map(written) };
    }

    #describe(count: UsageCount) {
      const route = this.#routes.find(
        (one) => one.version === count.version && nameOperation(one) === operationOfCount(count),
      );
      if (!route || (!route.deprecation && Object.keys(count.members).length === 0)) return null;
      const { since = null, sunset = null, link = null } = route.deprecation ?? {};
      const successor = this.#successorOf(route);
      return {
        ...written(count),
        since,
        sunset,
        link,
        successor: successor && {
          version: successor.version,
          operation: successor.route && nameOperation(successor.route),
        },
      };
    }
  }
  return [UsageController];
}

/** Who may read all of the usage. */
export const usageRoles = (usage: ServiceOptions['usage']): readonly string[] =>
  (typeof usage === 'object' ? usage.roles : undefined) ?? ['admin'];

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
const written = (count: UsageCount) => ({ ...count, first: iso(count.first), last: iso(count.last) });
