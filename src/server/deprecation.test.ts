import { describe, expect, it } from 'vitest';
import { Controller, Deprecated, Get, HttpError, type Input, Module } from '../index.js';
import { serveForTest } from './testing/serve-for-test.js';

@Deprecated({ since: new Date('2026-01-01T00:00:00Z'), link: '/migrate' })
@Controller('old')
class OldController {
  @Get() read() {
    return 1;
  }
  @Get('error') error(): never {
    throw new HttpError(409, 'Taken.');
  }
  @Get('crash') crash(): never {
    throw new Error('no');
  }
  @Get('own')
  own({ res }: Input) {
    res.setHeader('Deprecation', '@1');
    res.setHeader('Sunset', 'Tue, 01 Jan 2030 00:00:00 GMT');
    res.setHeader('Link', '</old?page=2>; rel="next"');
    res.setHeader('Vary', 'Accept-Language');
    return 1;
  }
  @Get('response')
  response() {
    return new Response('text', { headers: { Link: '</old?page=2>; rel="next"', Deprecation: '@2' } });
  }
  @Deprecated({ since: '2026-05-01T12:00', sunset: '2027-01-01' }) @Get('handler') handler() {
    return 1;
  }
  @Get('raw') raw({ res }: Input) {
    res.writeHead(200, { 'content-type': 'text/plain' });
    res.end('raw');
    return undefined;
  }
}
@Module({ controllers: [OldController] })
class AppModule {}

const link = '</migrate>; rel="deprecation"; type="text/html"';

describe('a deprecated route', () => {
  const ask = async (path: string) => {
    const { app, call } = await serveForTest(AppModule);
    const { status, headers } = await call(path);
    await app.close();
    return { status, deprecation: headers.deprecation, sunset: headers.sunset, link: headers.link };
  };

  it('is announced in every answer, errors included', async () => {
    for (const [path, status] of [
      ['/old', 200],
      ['/old/error', 409],
      ['/old/crash', 500],
      ['/old/raw', 200],
    ] as const) {
      expect(await ask(path)).toEqual({ status, deprecation: '@1767225600', sunset: undefined, link });
    }
  });

  it('keeps the headers that the handler set, and appends its link to theirs', async () => {
    const paging = '</old?page=2>; rel="next"';
    const own = await ask('/old/own');
    expect(own).toMatchObject({ deprecation: '@1', sunset: 'Tue, 01 Jan 2030 00:00:00 GMT' });
    expect(own.link).toBe(`${paging}, ${link}`);
    expect(await ask('/old/response')).toMatchObject({ deprecation: '@2', link: `${paging}, ${link}` });
  });

  it("is the handler's as a whole where both the controller and the handler declare one", async () => {
    expect(await ask('/old/handler')).toEqual({
      status: 200,
      deprecation: '@1777636800',
      sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
      link: undefined,
    });
  });

  it('is not announced in a 404', async () => {
    expect((await ask('/old/nothing')).deprecation).toBeUndefined();
  });
});

describe('@Deprecated', () => {
  it.each([
    [{ since: 'soon' }, '@Deprecated since "soon" is not a date'],
    [{ since: '2026-02-30' }, '@Deprecated since "2026-02-30" is not a date'],
    [{ since: '2026-01-01', sunset: 'later' }, '@Deprecated sunset "later" is not a date'],
    [{ since: '2026-03-01', sunset: '2026-02-01' }, '@Deprecated sunset "2026-02-01" is before since "2026-03-01"'],
    [{ since: '2026-01-01', link: 'example.com' }, '@Deprecated link "example.com" is not a URL'],
    [{ since: '2026-01-01', link: 'javascript:alert(1)' }, '@Deprecated link "javascript:alert(1)" is not a URL'],
  ])('throws where it is defined: %j', (options, message) => {
    expect(() => Deprecated(options)).toThrow(message);
  });
});
