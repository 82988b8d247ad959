import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Authenticated,
  Controller,
  Get,
  HttpError,
  type Input,
  Module,
  Public,
  Roles,
  Security,
  UseGuards,
} from '../index.js';
import { type Answer, serveForTest } from './testing/serve-for-test.js';

class KeyGuard {
  static readonly security = 'apiKey';
  check({ req }: { readonly req: Input['req'] }) {
    if (req.headers['x-api-key'] !== 'secret') throw new HttpError(401, 'The API key is missing or unknown.');
  }
}

@Controller('open')
class OpenController {
  @Get() undeclared({ caller }: Input) {
    return { caller: caller?.id ?? null };
  }
  @Authenticated() @Get('mine') mine({ caller }: Input) {
    return { caller: caller!.id };
  }
  @Security(['apiKey', { session: [], csrf: [] }]) @Get('keyed') keyed() {
    return {};
  }
  @Security(['apiKey', {}]) @Get('optional') optional({ caller }: Input) {
    return { caller: caller?.id ?? null };
  }
  @UseGuards(KeyGuard) @Get('guarded') guarded() {
    return {};
  }
  @Authenticated() @Roles('admin') @Get('both') both() {
    return {};
  }
  @Roles('admin') @Authenticated() @Get('both-reversed') bothReversed() {
    return {};
  }
}

@Authenticated()
@Controller('closed')
class ClosedController {
  @Get() list() {
    return [];
  }
  @Public() @Get('public') anyone() {
    return [];
  }
  @Roles('admin') @Get('admin') admin() {
    return [];
  }
}

@Public()
@Controller('lobby')
class LobbyController {
  @Get() read() {
    return [];
  }
  @Security('session') @Get('inside') inside() {
    return [];
  }
}

@Module({ controllers: [OpenController, ClosedController, LobbyController] })
class AppModule {}

const options = {
  authenticate: (req: Input['req']) => {
    const [, id] = /^Bearer (\w+)$/.exec(req.headers.authorization ?? '') ?? [];
    return id === undefined ? null : { id, roles: id === 'root' ? ['admin'] : [] };
  },
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: 'sid' },
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    csrf: { type: 'apiKey', in: 'query', name: 'token' },
  },
} as const;
const ada = { authorization: 'Bearer ada' };
const root = { authorization: 'Bearer root' };

type Served = Awaited<ReturnType<typeof serveForTest>>;
const status = async (served: Served, path: string, headers = {}) => (await served.call(path, { headers })).status;
const refusal = ({ status: code, headers, json }: Answer) => [code, headers['www-authenticate'], json().detail];

describe('who may call', () => {
  let served: Served;
  beforeAll(async () => void (served = await serveForTest(AppModule, options)));
  afterAll(() => served.app.close());

  it('is any signed-in caller with @Authenticated, and 401 says how to send the first scheme', async () => {
    expect((await served.call('/open/mine', { headers: ada })).json()).toEqual({ caller: 'ada' });
    expect(refusal(await served.call('/open/mine'))).toEqual([
      401,
      'ApiKey in="cookie", name="sid"',
      'Credentials are required. Send the cookie sid=<key>.',
    ]);
  });

  it('is the caller that authenticate returns with @Security, whatever its schemes, and 401 lists every way', async () => {
    expect(await status(served, '/open/keyed', ada)).toBe(200);
    expect(refusal(await served.call('/open/keyed'))).toEqual([
      401,
      'ApiKey in="header", name="X-API-Key", ApiKey in="cookie", name="sid", ApiKey in="query", name="token"',
      'Credentials are required. Send X-API-Key: <key> or the cookie sid=<key> and the query parameter token=<key>.',
    ]);
  });

  it('is everyone where one alternative is empty, or nothing is declared', async () => {
    expect((await served.call('/open/optional')).json()).toEqual({ caller: null });
    expect((await served.call('/open/optional', { headers: ada })).json()).toEqual({ caller: 'ada' });
    expect(await status(served, '/open')).toBe(200);
  });

  it('is decided by a guard alone where only a guard names a scheme', async () => {
    expect(await status(served, '/open/guarded', { 'x-api-key': 'secret' })).toBe(200);
    expect(await status(served, '/open/guarded', ada)).toBe(401);
  });

  it.each(['/open/both', '/open/both-reversed'])(
    'needs the role at %s, in whichever order it is beside @Authenticated',
    async (path) => {
      expect(await Promise.all([{}, ada, root].map((headers) => status(served, path, headers)))).toEqual([
        401, 403, 200,
      ]);
    },
  );

  it('is what the handler declares, over what its controller declares', async () => {
    expect(await status(served, '/closed')).toBe(401);
    expect(await status(served, '/closed/public')).toBe(200);
    expect(await status(served, '/closed/admin', ada)).toBe(403);
    expect(await status(served, '/lobby')).toBe(200);
    expect(await status(served, '/lobby/inside')).toBe(401);
  });
});

describe("defaultAccess: 'authenticated'", () => {
  let served: Served;
  beforeAll(
    async () =>
      void (served = await serveForTest(AppModule, { ...options, defaultAccess: 'authenticated', documents: {} })),
  );
  afterAll(() => served.app.close());

  it('closes what declares nothing, and @Public and an optional @Security lift it', async () => {
    expect(await status(served, '/open')).toBe(401);
    expect(await status(served, '/open', ada)).toBe(200);
    expect(await status(served, '/closed/public')).toBe(200);
    expect(await status(served, '/open/optional')).toBe(200);
  });

  it('leaves documents and page open', async () => {
    for (const path of ['/openapi.json', '/docs', '/docs/versions', '/docs/assets/page.css'])
      expect(await status(served, path), path).toBe(200);
  });

  it('needs a caller beside a guard', async () => {
    expect(await status(served, '/open/guarded', { 'x-api-key': 'secret' })).toBe(401);
    expect(await status(served, '/open/guarded', { 'x-api-key': 'secret', ...ada })).toBe(200);
  });
});
