/** The parts of a request that a schema can describe, with the names that callers see. */
export const requestParts = Object.freeze({
  params: 'path',
  query: 'query',
  headers: 'header',
  cookies: 'cookie',
  body: 'body',
} as const);

/** A part of a request that a schema can describe. */
export type RequestPart = keyof typeof requestParts;

export const partNames: readonly RequestPart[] = Object.freeze(Object.keys(requestParts) as RequestPart[]);
