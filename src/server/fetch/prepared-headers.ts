import type { FlatHeaders } from '../../routing/matching/flat-headers.js';

interface PreparedHeaders {
  readonly headers: Headers;
  /** Whether they have a Content-Type; a Response gives a string without one a type of its own. */
  readonly isTyped: boolean;
}

const prepared = new WeakMap<FlatHeaders, PreparedHeaders>();

/** A list of fields as Headers, made once: runtimes copy Headers faster than they read a record. */
export function preparedHeaders(fixed: FlatHeaders): PreparedHeaders {
  const known = prepared.get(fixed);
  if (known !== undefined) return known;
  const made = withOwn({ headers: new Headers() }, fixed);
  prepared.set(fixed, made);
  return made;
}

/** The same with fields of one answer alone. */
export function withOwn({ headers }: Pick<PreparedHeaders, 'headers'>, own: FlatHeaders): PreparedHeaders {
  const all = new Headers(headers);
  for (let index = 0; index < own.length; index += 2) all.append(own[index]!, own[index + 1]!);
  return { headers: all, isTyped: all.has('Content-Type') };
}
