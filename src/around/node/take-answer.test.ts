import { get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { Opened } from '../testing/serve-books.js';
import { versionedBooks } from '../testing/versioned-books.js';

const opened = new Opened();
afterEach(() => opened.close());

const book = '{"id":"1","title":"Notes","pages":12}';
const older = { id: '1', name: 'Notes', pages: 12 };
const json = { 'Content-Type': 'application/json' };

const make = () => {
  const versioned = versionedBooks();
  opened.add(() => versioned.close());
  return versioned;
};
const wrap = (listener: RequestListener) => make().node(listener);
/** Asks an application for a book in version 1. */
const ask = async (listener: RequestListener, wrapped = wrap(listener)) =>
  fetch(`${await opened.listen(wrapped)}/books/1`);

const viewOf = ({ headersSent, writableEnded }: ServerResponse) => ({ headersSent, writableEnded });
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** How applications write an answer that changes convert. */
const ways: Readonly<Record<string, RequestListener>> = {
  'writeHead and end at once': (_, res) => res.writeHead(200, json).end(book),
  'end alone': (_, res) => res.setHeader('Content-Type', 'application/json').end(book),
  'fields as a flat list': (_, res) => res.writeHead(200, ['Content-Type', 'application/json']).end(book),
  'fields on the response and in the head': (_, res) => res.setHeader('X-Own', '1').writeHead(200, json).end(book),
  'a reason': (_, res) => res.writeHead(200, 'Fine', json).end(book),
  'parts in one turn': (_, res) => {
    res.writeHead(200, json).write(book.slice(0, 9));
    res.write(Buffer.from(book.slice(9, 12)));
    res.end(book.slice(12));
  },
  'parts in several turns': async (_, res) => {
    res.writeHead(200, json).write(book.slice(0, 9));
    for (let count = 0; count < 3; count++) await turn();
    res.write(book.slice(9));
    await turn();
    res.end();
  },
  'a head long before its body': async (_, res) => {
    res.writeHead(200, json).flushHeaders();
    for (let count = 0; count < 3; count++) await turn();
    res.end(book);
  },
  'another encoding': (_, res) => res.writeHead(200, json).end(Buffer.from(book).toString('base64'), 'base64'),
  'a later turn': async (_, res) => {
    await turn();
    res.writeHead(200, json).end(book);
  },
};

describe('what an application of Node writes', () => {
  it.each(Object.entries(ways))('is converted, by %s', async (_, listener) => {
    const answer = await ask(listener);
    expect([answer.status, await answer.json()]).toEqual([200, older]);
    expect(answer.headers.get('content-length')).toBe(String(JSON.stringify(older).length));
    expect(answer.headers.get('vary')).toBe('X-API-Version');
  });

  it('has the reason and every field of a name', async () => {
    const url = await opened.listen(
      wrap((_, res) => res.writeHead(200, 'Fine', { ...json, 'Set-Cookie': ['a=1', 'b=2'], 'X-Count': 2 }).end(book)),
    );
    const answer = await new Promise<IncomingMessage>((resolve) =>
      get(`${url}/books/1`, (one) => resolve(one.resume())),
    );
    expect([answer.statusMessage, answer.headers['set-cookie'], answer.headers['x-count']]).toEqual([
      'Fine',
      ['a=1', 'b=2'],
      '2',
    ]);
  });

  it('is 500 where the application throws after it has ended its answer', async () => {
    const answer = await ask((_, res) => {
      res.writeHead(200, json).end(book);
      throw new Error('late');
    });
    expect(answer.status).toBe(500);
  });

  it.each([
    ['before its head', false],
    ['after its head', true],
  ])('is 502 where the application breaks off %s', async (_, hasHead) => {
    const answer = await ask(async (__, res) => {
      if (hasHead) res.writeHead(200, json).write('{');
      for (let count = 0; count < 3; count++) await turn();
      res.destroy();
    });
    expect([answer.status, await answer.json()]).toMatchObject([502, { code: 'answer-broken-off' }]);
  });

  it('cannot have a field that no head can have', async () => {
    let thrown: unknown;
    const answer = await ask((_, res) => {
      try {
        res.writeHead(200, { ...json, 'X-Own': 'a\r\nb' });
      } catch (error) {
        thrown = error;
      }
      res.writeHead(200, json).end(book);
    });
    expect(await answer.json()).toEqual(older);
    expect(thrown).toMatchObject({ code: 'ERR_INVALID_CHAR' });
  });

  it('is more than waits for its reader', async () => {
    const size = 5_000_000;
    let waits = 0;
    const answer = await ask(async (_, res) => {
      res.writeHead(200, { 'Content-Type': 'text/plain' });
      // Middleware that compresses keeps those who wait for its own stream from the response.
      const { on } = res;
      res.on = ((name, listener) => (name === 'drain' ? res : on.call(res, name, listener))) as typeof res.on;
      for (let sent = 0; sent < size; sent += 50_000) {
        if (res.write(Buffer.alloc(50_000, 'a'))) continue;
        waits += 1;
        await new Promise<void>((resolve) => {
          const drained = () => {
            res.off('drain', drained);
            resolve();
          };
          on.call(res, 'drain', drained);
        });
      }
      res.end();
    });
    expect((await answer.text()).length).toBe(size);
    expect(waits).toBeGreaterThan(10);
  });
});

describe('an application of Node', () => {
  it('sees its own answer as it writes it', async () => {
    const seen: unknown[] = [];
    const url = await opened.listen(
      wrap((_, res) => {
        seen.push(viewOf(res));
        res.writeHead(200, json);
        seen.push(viewOf(res));
        expect(() => res.writeHead(500)).toThrow('Cannot write headers after they are sent to the client');
        res.end(book);
        seen.push(viewOf(res));
      }),
    );
    expect(await (await fetch(`${url}/books/1`)).json()).toEqual(older);
    expect(seen).toEqual([
      { headersSent: false, writableEnded: false },
      { headersSent: true, writableEnded: false },
      { headersSent: true, writableEnded: true },
    ]);
  });

  it('sends nothing after its end, and is called back for what it wrote', async () => {
    const heard: string[] = [];
    let closed = () => {};
    const end = new Promise<void>((resolve) => (closed = resolve));
    const answer = await ask(async (_, res) => {
      res.on('finish', () => heard.push('finish')).on('error', () => heard.push('error'));
      res.on('close', () => closed());
      res.writeHead(200, json).write(book, () => heard.push('written'));
      res.end(() => heard.push('ended'));
      res.write('more', () => heard.push('nothing written'));
      res.end('more');
      await end;
      res.write('more');
      res.end('more', () => heard.push('nothing ended'));
      await turn();
      await turn();
      heard.push('over');
    });
    expect(await answer.json()).toEqual(older);
    await end;
    for (let count = 0; count < 4; count++) await turn();
    expect(heard.toSorted()).toEqual(['ended', 'finish', 'nothing ended', 'nothing written', 'over', 'written']);
  });

  it('hears that its client has left, and writes into nothing', async () => {
    const leaving = new AbortController();
    let left = () => {};
    const isLeft = new Promise<void>((resolve) => (left = resolve));
    const url = await opened.listen(
      wrap((_, res) => {
        res.on('close', () => {
          expect(res.write(Buffer.alloc(200_000))).toBe(true);
          res.end();
          left();
        });
        res.writeHead(200, json).write('{');
        leaving.abort();
      }),
    );
    await expect(fetch(`${url}/books/1`, { signal: leaving.signal })).rejects.toThrow();
    await isLeft;
  });

  it('may have versions around it twice', async () => {
    const seen: unknown[] = [];
    const inner = wrap((_, res) => {
      res.writeHead(200, json).end(book);
      seen.push(viewOf(res));
    });
    const renamed = book.replace('title', 'name');
    const answer = await ask(
      () => {},
      wrap((req, res) => {
        // The inner one answers version 1, which the outer one reads as its newest.
        req.headers['x-api-version'] = '1';
        const { end } = res;
        res.end = ((sent: string) => end.call(res, sent.replace('name', 'title'), 'utf8')) as never;
        inner(req, res);
      }),
    );
    expect([answer.status, await answer.text()]).toEqual([200, renamed]);
    expect(seen).toEqual([{ headersSent: true, writableEnded: true }]);
  });
});
