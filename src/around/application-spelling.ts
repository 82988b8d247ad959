import { exactSpelling, type PathSpelling } from '../routing/table/path-spelling.js';

/** Which spellings of a path are one to an application: what the options say, or else what its router is set to. */
export class ApplicationSpelling {
  readonly #given: Partial<PathSpelling>;
  #current: PathSpelling;
  #router: unknown;

  constructor(given: Partial<PathSpelling> = {}) {
    this.#given = given;
    this.#current = spelling(given);
  }

  get current(): PathSpelling {
    return this.#current;
  }

  /** Reads the settings of an application that is of Express; nothing of any other. */
  followExpress(application: unknown): void {
    if (application === this.#router) return;
    this.#router = application;
    if (isExpress(application)) this.#current = spelling({ ...expressSettings(application), ...this.#given });
  }

  followFastify({ initialConfig }: FastifySettings): void {
    if (initialConfig) this.#current = spelling({ ...fastifySettings(initialConfig), ...this.#given });
  }
}

/** Most routers take a slash at the end; documents that have one are read without it. */
const spelling = (given: Partial<PathSpelling>): PathSpelling =>
  Object.freeze({ ...exactSpelling, trailingSlash: 'ignore', ...given });

interface ExpressRouter {
  readonly caseSensitive?: boolean;
  readonly strict?: boolean;
  readonly stack?: readonly { readonly handle?: unknown }[];
}

/** What we use of an application of Express 4 and 5. */
interface ExpressApplication {
  /** Express 4, whose `router` throws. */
  readonly _router?: ExpressRouter;
  readonly lazyrouter?: unknown;
  readonly router?: ExpressRouter;
}

const isExpress = (application: unknown): application is ExpressApplication =>
  typeof application === 'function' && typeof (application as { readonly enabled?: unknown }).enabled === 'function';

/**
 * A router takes `case sensitive routing` and `strict routing` of its application when it is made, and those below have settings of their own: what one of
 * them takes is taken.
 */
function expressSettings(application: ExpressApplication): Partial<PathSpelling> {
  const isFour = application.lazyrouter !== undefined;
  const routers = routersIn(isFour ? application._router : application.router);
  const isSet = (name: 'caseSensitive' | 'strict') => routers.every((router) => router[name] === true);
  return {
    caseSensitive: isSet('caseSensitive'),
    trailingSlash: isSet('strict') ? 'strict' : 'ignore',
    // Express 4 takes two slashes where a router begins.
    ...(isFour && routers.length > 1 && { duplicateSlashes: 'ignore' as const }),
  };
}

/** A router and those below it. */
function routersIn(router: ExpressRouter | undefined, known = new Set<ExpressRouter>()): readonly ExpressRouter[] {
  if (router === undefined || known.has(router)) return [];
  known.add(router);
  const below = (router.stack ?? []).map(({ handle }) => handle).filter(isRouter);
  return [router, ...below.flatMap((one) => routersIn(one, known))];
}

/** An application below another one has a router that cannot be seen. */
const isRouter = (handle: unknown): handle is ExpressRouter =>
  typeof handle === 'function' && ('stack' in handle || handle.name === 'mounted_app');

interface FastifyRouting {
  readonly caseSensitive?: boolean;
  readonly ignoreTrailingSlash?: boolean;
  readonly ignoreDuplicateSlashes?: boolean;
  readonly useSemicolonDelimiter?: boolean;
}

/** What an instance of Fastify 4 and 5 says of its router. */
export interface FastifySettings {
  readonly initialConfig?: FastifyRouting & { readonly routerOptions?: FastifyRouting };
}

function fastifySettings(config: NonNullable<FastifySettings['initialConfig']>): Partial<PathSpelling> {
  const set = { ...config, ...config.routerOptions };
  return {
    caseSensitive: set.caseSensitive !== false,
    trailingSlash: set.ignoreTrailingSlash ? 'ignore' : 'strict',
    duplicateSlashes: set.ignoreDuplicateSlashes ? 'ignore' : 'strict',
    semicolons: set.useSemicolonDelimiter ? 'query' : 'strict',
  };
}
