import { LRUCache } from 'lru-cache';
import type { IncomingMessage } from 'node:http';
import { ApiDoc, Public } from '../routing/declare/decorators.js';
import type { Input } from '../routing/declare/route-schemas.js';
import { Controller, Get } from '../routing/declare/verbs.js';
import { VERSION_NEUTRAL } from '../routing/declare/version.js';
import { HttpError } from '../routing/table/http-error.js';
import type { Class } from '../wiring/metadata.js';
import { pairSchemas } from './documents-schemas.js';
import type { Place, PageContents } from './page-contents.js';
import { entityTag, respond } from './page-response.js';

/** Serves what each version changes for callers of the one before, below `path`, for the page's script; made once a day. */
export function versionPairsController(
  path: string,
  placeOf: (req: IncomingMessage, version: string) => Place,
  findContents: () => PageContents,
): Class {
  @Public()
  @ApiDoc({ tags: ['OpenApi'] })
  @Controller(path, { version: VERSION_NEUTRAL })
  class VersionPairsController {
    readonly #contents = findContents();
    readonly #pairs = new LRUCache<string, Promise<string | null>>({ max: 64 });

    @ApiDoc({
      summary: 'Get what a version changes for callers',
      description: 'The operations of the version before that are gone, moved or different, and those that are new.',
    })
    @Get(':version', pairSchemas)
    async read({ params: { version }, req }: Input<typeof pairSchemas>): Promise<Response> {
      const place = placeOf(req, version);
      const key = `${version} ${place.day}`;
      let made = this.#pairs.get(key);
      if (!made) this.#pairs.set(key, (made = this.#contents.readPair(place)));
      const text = await made;
      if (text === null) throw new HttpError(404, `Version ${version} is the oldest, so it changes nothing.`);
      const headers = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept-Encoding' };
      const bytes = Buffer.from(text);
      return respond(req, entityTag(bytes), 'application/json', bytes, headers);
    }
  }
  return VersionPairsController;
}
