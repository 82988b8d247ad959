import {
  change,
  Controller,
  defineVersions,
  events,
  Get,
  Idempotent,
  type Input,
  internal,
  Module,
  operation,
  Post,
  refuse,
  reshape,
  USAGE,
} from 'svckit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveForTest } from '../../src/server/testing/serve-for-test.js';

const Song = z.object({ id: z.int(), title: z.string(), plays: internal(z.int()) }).meta({ id: 'Song' });
const SongPage = z.object({ items: z.array(Song), next: z.string().nullable() }).meta({ id: 'SongPage' });
const NewSong = z.object({ artist: z.string().min(2), title: z.string() }).meta({ id: 'NewSong' });
const limit = z.coerce.number().int().min(1).max(3).default(2);
const list = { query: z.object({ cursor: z.string().optional(), limit }), response: { 200: SongPage } };
const create = { body: NewSong, response: { 201: Song } };
const price = { query: z.object({ net: z.coerce.number() }), response: { 200: z.object({ net: z.number() }) } };
const longest = { response: { 200: Song } };
const songs = Array.from({ length: 5 }, (_, id) => ({ id, title: `Song ${id}`, plays: id * 10 }));

@Controller('songs')
class SongsController {
  static made = 0;

  @Get('', list)
  list({ query }: Input<typeof list>): z.infer<typeof SongPage> {
    const start = Number(query.cursor ?? 0);
    const end = start + query.limit;
    return { items: songs.slice(start, end), next: end < songs.length ? String(end) : null };
  }
  @Idempotent()
  @Post('', create)
  create({ body: { artist, title } }: Input<typeof create>) {
    SongsController.made += 1;
    return { id: SongsController.made, title: `${artist} ${title}`, plays: 0 };
  }
  @Get('stream', { response: { 200: events(Song) } })
  stream() {
    return events(
      (async function* () {
        yield { data: songs[1]! };
      })(),
    );
  }
  @Get('price', price)
  price({ query }: Input<typeof price>) {
    return query;
  }
  @Get('longest', longest)
  longest() {
    return { id: 9, title: 'A title that is longer than version 1 allows', plays: 0 };
  }
}
@Module({ controllers: [SongsController] })
class Root {}

const everything = change({
  title: 'Everything that a change can say',
  schemas: [
    reshape(Song, {
      before: z.object({ id: z.int(), name: z.string().max(20), plays: z.int() }),
      down: ({ id, title, plays }) => ({ id, name: title, plays }),
    }),
    reshape(NewSong, {
      before: z.object({ name: z.string() }),
      up: ({ name }) => {
        const [artist = '', ...rest] = name.split(' ');
        if (artist === 'boom') throw new Error('No such artist.');
        return rest.length > 0 ? { artist, title: rest.join(' ') } : refuse(400, 'Two words.', { member: 'name' });
      },
    }),
  ],
  operations: [
    operation(() => SongsController, 'list', {
      before: { query: z.object({}), response: { 200: z.array(Song) } },
      up: () => ({ query: { limit: 3 } }),
      collect: {
        items: (page) => page.items,
        next: (page, query) => (page.next === null ? null : { ...query, cursor: page.next }),
      },
    }),
    operation(() => SongsController, 'price', {
      before: { query: z.object({ gross: z.coerce.number() }), response: { 200: z.object({ gross: z.number() }) } },
      context: async ({ request }) => ({ rate: Number(request.headers['x-rate']) }),
      contextSchema: z.object({ rate: z.number().min(1) }),
      up: ({ query }, { context }) => ({ query: { net: query.gross / context.rate } }),
      down: ({ body }, { context }) => ({ body: { gross: body.net * context.rate } }),
    }),
  ],
});
const versions = defineVersions(['1', { version: '2', changes: [everything] }]);

const header = { type: 'header', header: 'X-API-Version' };
const mediaType = { type: 'media-type', key: 'v=' };
const query = { type: 'query', parameter: 'v' };
type Ask = (path: string) => readonly [url: string, headers: Readonly<Record<string, string>>];
const types: readonly { readonly options: { readonly type: string }; readonly ask: Ask }[] = [
  { options: { type: 'uri' }, ask: (path) => [`/v1${path}`, {}] },
  { options: header, ask: (path) => [path, { 'X-API-Version': '1' }] },
  { options: mediaType, ask: (path) => [path, { accept: 'application/json;v=1' }] },
  { options: query, ask: (path) => [`${path}${path.includes('?') ? '&' : '?'}v=1`, {}] },
];
const served = types.flatMap((one) =>
  (['project', 'check'] as const).map((mode) => ({ ...one, mode, type: one.options.type })),
);

describe('everything that a change can say, for a client of an older version', () => {
  it.each(served)('$type, responses: $mode', async ({ options, ask, mode }) => {
    const { app, call } = await serveForTest(Root, {
      versioning: { ...options, versions } as never,
      responses: mode,
      usage: true,
      authenticate: () => ({ id: 'ada', roles: [] }),
    });
    /** The same from a socket and from `fetch`. */
    const send = async (path: string, headers: object = {}, name?: string) => {
      const [url, own] = ask(path);
      const init = {
        method: name === undefined ? 'GET' : 'POST',
        headers: { ...own, 'content-type': 'application/json', ...headers },
        ...(name !== undefined && { body: JSON.stringify({ name }) }),
      };
      const [one, other] = [await call(url, init), await app.fetch(new Request(`http://test${url}`, init))];
      expect(other.status).toBe(one.status);
      if (one.status < 400) expect(await other.text()).toBe(one.text);
      return one;
    };
    const shown = songs.map(({ id, title, plays }) => ({ id, name: title, plays }));
    expect((await send('/songs')).json()).toEqual(shown);
    expect((await send('/songs/stream')).text).toBe(`data: ${JSON.stringify(shown[1])}\n\n`);
    expect((await send('/songs/price?gross=10', { 'x-rate': '4' })).json()).toEqual({ gross: 10 });
    expect((await send('/songs/longest')).status).toBe(mode === 'check' ? 500 : 200);

    const key = (value: string) => ({ 'idempotency-key': value });
    const refused = await send('/songs', key('one'), 'Ada');
    expect([refused.status, refused.json()]).toMatchObject([400, { errors: [{ in: 'body', path: 'name' }] }]);
    expect((await send('/songs', key('one'), 'A song')).text).toContain('Too small');
    expect((await send('/songs', key('two'), 'boom song')).status).toBe(500);
    // Both refusals have released the key, and the second of both requests is a replay.
    const before = SongsController.made;
    expect((await send('/songs', key('one'), 'Ada sings')).json()).toMatchObject({ name: 'Ada sings', plays: 0 });
    expect(SongsController.made).toBe(before + 1);

    const { counts } = await app.get(USAGE).read();
    const lists = counts.filter(({ operation: counted }) => /^GET (?:\/v1)?\/songs$/.test(counted));
    expect(lists.reduce((sum, { calls }) => sum + calls, 0)).toBe(2);
    await app.close();
  });
});
