import type { ServerResponse } from 'node:http';
import type { Passage } from '../../routing/changes/passage.js';
import type { Route } from '../../routing/table/route.js';
import { NEXT } from '../../text/version-order.js';
import { type VersioningOptions, versioningScheme } from '../../routing/versioning/versioning.js';
import { headerPairs, type WriteHead } from '../headers/merge-headers.js';
import type { Endpoint, Step } from './exchange.js';
import { isThenable } from './is-thenable.js';
import { conditionsIn, hasConditions, ofOnePage, versionedTag } from './version-tags.js';

/** Gives a handler the conditions of a request with the tags that it made itself; null where they are the same in every version. */
export function conditionsStep(
  route: Route,
  passage: Passage | null,
  versioning: VersioningOptions | undefined,
): Step | null {
  const { version, relayed } = route;
  const versions = versioning?.versions;
  if (relayed || version === null || versions === undefined) return null;
  const isOlder = version !== NEXT && version !== versions.newest;
  if (!isOlder && !route.differs) return null;
  const scheme = versioningScheme(versioning)!;
  const read = scheme.sharesPaths ? scheme.locate({ prefix: '', versions: versions.names }).read : null;
  const isConverted = hasOwnTags(passage);
  const isList = passage !== null && passage.collecting !== null;
  return ({ req }) => {
    if (!hasConditions(req.headers)) return;
    if (isList) for (const name of ofOnePage.request) delete req.headers[name];
    const isNamed = read === null || read(req) !== '';
    const changed = conditionsIn(req.headers, { route, isOlder, isConverted, isNamed });
    for (const [name, value] of Object.entries(changed))
      if (value === null) delete req.headers[name];
      else req.headers[name] = value;
  };
}

/** Answers that changes convert have entity tags of their own, those that a handler answers a condition with by hand too. */
export function withOwnTags(handle: Endpoint['handle'], route: Route, passage: Passage): Endpoint['handle'] {
  const { version, relayed } = route;
  if (relayed || version === null) return handle;
  if (passage.collecting !== null) return withoutTags(handle);
  if (!hasOwnTags(passage)) return handle;
  return (exchange) => {
    const { req, response } = exchange;
    if (req.headers['if-none-match'] !== undefined || req.headers['if-match'] !== undefined)
      tagWhenWritten(response, version);
    const tag = (value: unknown) => {
      if (!response.headersSent) tagHead(response, version);
      return value;
    };
    const value = handle(exchange);
    return isThenable(value) ? value.then(tag) : tag(value);
  };
}

const withoutTags =
  (handle: Endpoint['handle']): Endpoint['handle'] =>
  async (exchange) => {
    const value = await handle(exchange);
    const { response } = exchange;
    if (!response.headersSent) for (const name of ofOnePage.answer) response.removeHeader(name);
    return value;
  };

const hasOwnTags = (passage: Passage | null) => passage !== null && passage.down !== null;

function tagHead(res: ServerResponse, version: string): void {
  const tag = res.getHeader('ETag');
  if (typeof tag === 'string' && !tag.endsWith(`--v${version}"`)) res.setHeader('ETag', versionedTag(tag, version));
}

/** A handler that writes an answer itself writes one of the newest version, unless it has no body. */
function tagWhenWritten(res: ServerResponse, version: string): void {
  const writeHead = res.writeHead.bind(res) as WriteHead;
  res.writeHead = ((status, ...rest) => {
    if (status !== 304 && status !== 412) return writeHead(status, ...rest);
    const given = rest.at(-1);
    const fields = typeof given === 'object' && given !== null ? headerPairs(given) : [];
    if (!res.headersSent) tagHead(res, version);
    const tagged = fields.map(([name, value]) =>
      /^etag$/i.test(name) ? [name, versionedTag(String(value), version)] : [name, value],
    );
    return writeHead(status, ...rest.filter((one) => one !== given || typeof one !== 'object'), tagged.flat());
  }) as WriteHead as ServerResponse['writeHead'];
}
