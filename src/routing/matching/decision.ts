import type { HttpError } from '../table/http-error.js';
import type { Route } from '../table/route.js';
import type { VersionSource } from '../versioning/versioning-type.js';
import type { PreviewTerms } from '../previews/preview-terms.js';
import type { FlatHeaders } from './flat-headers.js';
import type { Method } from '../declare/method.js';

/** The part of a request that decides who answers it; an IncomingMessage is one. */
export interface RequestHead extends VersionSource {
  readonly method?: string | undefined;
}

/** An item of the index: a route, and the headers of all its answers. */
export interface RouteAnswer {
  readonly route: Route;
  readonly headers: FlatHeaders;
}

/** A route answers; its steps run next. */
export class Match<Answer> {
  readonly kind = 'endpoint';
  constructor(
    readonly endpoint: Answer,
    /** The path's parameters by position, decoded. */
    readonly values: readonly string[],
  ) {}
}

/** The version is the caller's pin: `endpoint` runs until the caller is known, and `decided` says what answers then. */
export interface NeedsPin<Answer> {
  readonly kind: 'needs-pin';
  readonly endpoint: Answer;
  readonly values: readonly string[];
  /** null: the caller has no pin. */
  readonly decided: (pin: string | null) => Match<Answer> | Refusal<Answer> | NeedsCaller<Answer>;
}

/** The caller may not use every preview that the request names: `endpoint` runs until the caller is known, and `decided` says what answers then. */
export interface NeedsCaller<Answer> {
  readonly kind: 'needs-caller';
  readonly endpoint: Answer;
  readonly values: readonly string[];
  /** Those that ask about their callers. */
  readonly previews: readonly PreviewTerms[];
  /** Whether nobody may learn of `endpoint` who may not use it: it refuses nobody by itself. */
  readonly isHidden: boolean;
  /** `denied` are the names of those that the caller may not use. */
  readonly decided: (denied: readonly string[]) => Match<Answer> | Refusal<Answer>;
}

/** An error answers; `headers` are sent besides the error's own. */
export interface Refusal<Answer> {
  readonly kind: 'refusal';
  readonly error: HttpError;
  readonly headers: FlatHeaders;
  /** The item of the route that refuses; null when no route matches. */
  readonly endpoint: Answer | null;
}

/** A status and headers answer: to a preflight, or to OPTIONS. */
export interface EmptyAnswer {
  readonly kind: 'empty';
  readonly status: 204;
  readonly headers: FlatHeaders;
  /** The methods of the address, for the CORS headers; null when the request is not a preflight. */
  readonly preflight: readonly Method[] | null;
}

/** No route matches, so the mounted handlers may answer. */
export interface Mounted<Answer> {
  readonly kind: 'mount';
  /** The mount that covers the address; null when only a handler added to `app.express` by hand could answer. */
  readonly path: string | null;
  readonly headers: FlatHeaders;
  /** Where an application answers what is not declared: the route whose path the request spells otherwise; null where none is near. */
  readonly near: Route | null;
  /** Where it answers OPTIONS, which is not declared: the address that only older versions have; null for any other. */
  readonly older: OlderAddress | null;
  /** The answer when no mounted handler answers. */
  readonly declined: () => Refusal<Answer> | EmptyAnswer;
}

/** An address that the newest version does not have. */
export interface OlderAddress {
  /** In the newest version that has it. */
  readonly route: Route;
  /** The same operation where the application has it. */
  readonly newest: Route;
  /** The parameters of the address by position. */
  readonly values: readonly string[];
  /** The methods of the address by what the application calls them where it has the operation. */
  readonly methods: ReadonlyMap<string, string>;
}

/** Who answers a request. */
export type Decision<Answer> =
  | Match<Answer>
  | NeedsPin<Answer>
  | NeedsCaller<Answer>
  | Refusal<Answer>
  | EmptyAnswer
  | Mounted<Answer>;
