import type { IncomingMessage } from 'node:http';
import type { Caller } from '../declare/route-schemas.js';
import type { Versions } from '../../changes/known-versions.js';

/** What every versioning type takes. */
export interface SharedVersioningOptions {
  /** What a route that declares no version is served under; absent, it stays unversioned. */
  readonly defaultVersion?: string | readonly string[];
  /** All versions that the API knows; a route that declares none is then served in every one. */
  readonly versions?: Versions;
  /** Which version a request gets that names another one than those of the address: none, or the newest that is not after it. */
  readonly match?: 'exact' | 'latest-not-newer';
  /**
   * The version of a caller that names none, such as the one that their account was made with; null for the default version. Asked once
   * per request of a signed-in caller. Not available where the path names the version.
   */
  readonly pin?: (caller: Caller) => string | null | Promise<string | null>;
  /** Answer `API-Supported-Versions` and `API-Deprecated-Versions`, and `API-Version` where `versions` are listed. */
  readonly report?: boolean;
  /** What happens after a sunset: announce serves on, refuse answers 410; 'announce' by default. */
  readonly sunset?: 'announce' | 'refuse';
}

/** The options that only this type takes. */
export type OwnOption<Options> = Options extends unknown
  ? Exclude<keyof Options, keyof SharedVersioningOptions | 'type'>
  : never;

/** One way to distinguish the versions of an API: everything that svckit knows about it. */
export interface VersioningType<Options extends SharedVersioningOptions & { readonly type: string }> {
  readonly name: Options['type'];
  /** Its own options. */
  readonly optionNames: Readonly<Record<OwnOption<Options>, true>>;
  /** The check rule that a wrong option breaks, and the option that it is about. */
  readonly rule: { readonly id: string; readonly option: OwnOption<Options>; readonly summary: string };
  /** What a new service starts with. */
  readonly example: Options;
  /** What is wrong with the type's own options; null when they are right. */
  check(options: { readonly [Name in OwnOption<Options>]?: unknown }): {
    readonly message: string;
    readonly fix: string;
  } | null;
  /** Answers everything else, for options that are right. */
  open(options: Options): VersioningScheme;
}

/** How one API distinguishes its versions. */
export interface VersioningScheme {
  /** The type and its own options with their defaults, as locks keep them. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether the versions of an operation have one path, so that each version has a document of its own; else one document lists every version. */
  readonly sharesPaths: boolean;
  /** The request header that answers vary on; null where the address names the version. */
  readonly vary: string | null;
  /** The parameter that documents declare; null when there is none. */
  readonly parameter: { readonly name: string; readonly in: 'header' | 'query' } | null;
  /** Where a request names its version, for people: `the header X-API-Version`. */
  readonly description: string;
  /** Whether a parameter of a media range names another version; absent where no media type names one. */
  readonly namesOther?: (parameter: string, version: string) => boolean;
  /** The path segment of a version; empty where the path does not name it. */
  segment(version: string): string;
  /** How a client asks for a version. */
  askFor(version: string): VersionRequest;
  /** Finds versions in the requests of an API. */
  locate(api: VersionedApi): VersionLocator;
}

/** What a request adds to name its version, beside the path segment. */
export interface VersionRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** One sentence for people, in Markdown. */
  readonly instruction: string;
}

export interface VersionedApi {
  /** One segment in front of every path, or empty. */
  readonly prefix: string;
  readonly versions: readonly string[];
}

/** What a version may be read from: the target of a request and its headers, with names in lower case. */
export type VersionSource = Pick<IncomingMessage, 'url' | 'headers'>;

/** Reads the version that a request names, served or not; empty when it names none. */
export type VersionReader = (head: VersionSource) => string;

export interface VersionLocator {
  readonly read: VersionReader;
  /** The header field whose whole value is the version, in lower case; absent where there is none. */
  readonly field?: string;
  /** The same address in another version; unchanged where the path does not name it. */
  inVersion(url: string, version: string): string;
  /** What of a request's head names another version: its target, and the fields to replace, with names in lower case. */
  renamed(head: VersionSource, version: string): RenamedHead;
}

export interface RenamedHead {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}
