import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { numbersBetween, valuesOf } from '../lab/chance.js';
import { askRaw, requestHead, startGateway } from '../lab/gateway-process.js';
import { damage, damages } from '../lab/damage.js';
import { protocolCases, protocolProblem, statusesIn } from '../lab/protocol-cases.js';
import { RawConnection } from '../lab/raw-connection.js';
import { Tally } from '../lab/tally.js';
import type { Scenario } from '../scenario.js';

/** What reached the upstream. */
interface Seen {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly fields: readonly (readonly [string, string])[];
  readonly body: string;
}

const json = 'Content-Type: application/json';
const sized = (body: string | Uint8Array) => `Content-Length: ${body.length}`;
const evil = 'a\r\nX-Evil: 1';

export const gatewayRequests: Scenario = {
  name: 'gateway-requests',
  summary:
    'Sends a gateway requests that two readers take differently, damaged and forged ones: the upstream gets each in one form, or not at all.',
  async run(context) {
    const tally = new Tally();
    const seen: Seen[] = [];
    const upstream = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const body = Buffer.concat(chunks).toString('latin1');
        seen.push({ method: req.method!, url: req.url!, fields: fieldsOf(req), body });
        if (req.method === 'TRACE') return res.writeHead(405).end();
        if (!/^\/(?:books|covers)/.test(req.url!)) return res.writeHead(404).end('none');
        const title = req.url!.endsWith('/evil') ? evil : 'Notes';
        const isPost = req.method === 'POST' && req.url === '/books';
        res.writeHead(isPost ? 201 : 200, { 'Content-Type': 'application/json', 'Cache-Control': 'max-age=60' });
        res.end(JSON.stringify({ id: '1', title }));
      });
    });
    await new Promise<void>((resolve) => void upstream.listen(0, '127.0.0.1', resolve));
    context.onEnd(() => {
      upstream.closeAllConnections();
      upstream.close();
    });
    const { port } = upstream.address() as AddressInfo;
    const gateway = await startGateway(context, tally, `http://127.0.0.1:${port}`);
    const ask = async (bytes: string | Buffer) => {
      const answer = await askRaw(gateway.url, bytes);
      tally.answer(answer.status, answer.text, [501, 505]);
      return answer;
    };
    /** Sends one request; what reached the upstream of it. */
    const forward = async (bytes: string | Buffer) => {
      const before = seen.length;
      const answer = await ask(bytes);
      return { answer, reached: seen.slice(before) };
    };
    const expectOneForm = (name: string, from: number) => {
      for (const { method, url, fields } of seen.slice(from)) {
        const versions = fields.filter(([field]) => field === 'x-api-version');
        const isOperation = /^\/books(?:[/?#]|$)/.test(url) && (method === 'GET' || url === '/books');
        tally.expect(
          !isOperation || (versions.length === 1 && versions[0]![1] === '2'),
          `${name}: ${method} ${url} reached the upstream in version ${JSON.stringify(versions)}`,
        );
        const hosts = fields.filter(([field]) => field === 'host').length;
        tally.expect(hosts === 1, `${name}: the upstream got ${hosts} Host fields`);
      }
    };

    const body = '{"name":"written"}';
    const cases = protocolCases({ host: new URL(gateway.url).host, get: '/books/1', post: '/books', body });
    const damaged = context.scale === 'long' ? 5_000 : 100;
    const total = cases.length + damaged;
    for (const [index, one] of cases.entries()) {
      context.progress(index, total);
      const before = seen.length;
      const connection = (await RawConnection.open(gateway.url)).write(one.sends);
      const isComplete = (text: string) => !one.closes && statusesIn(text).length >= one.answers.length;
      const text = await connection.readUntil(isComplete, one.answers.length === 0 ? 500 : 5_000);
      for (const status of statusesIn(text)) tally.answer(status, text, [501, 505]);
      const problem = protocolProblem(one, text, connection.closed);
      tally.expect(problem === null, String(problem));
      connection.destroy();
      const accepted = statusesIn(text).filter((status) => status === 200 || status === 201).length;
      const reached = seen
        .slice(before)
        .filter(({ method, url }) => method !== 'TRACE' && url.startsWith('/books')).length;
      tally.expect(
        reached === accepted,
        `${one.name}: ${reached} requests reached the upstream, ${accepted} were answered`,
      );
      expectOneForm(one.name, before);
    }

    const changes = valuesOf(damages, context.seed);
    const picks = numbersBetween(0, cases.length - 1, context.seed);
    for (let index = 0; index < damaged; index += 1) {
      context.progress(cases.length + index, total);
      const before = seen.length;
      const bytes = damage(cases[picks.next().value]!.sends, changes.next().value);
      const connection = (await RawConnection.open(gateway.url)).write(bytes).finish();
      const text = await connection.readUntil(() => false, 5_000);
      for (const status of statusesIn(text)) tally.answer(status, text, [501, 505]);
      tally.expect(connection.closed, `a connection stayed open after ${JSON.stringify(bytes.slice(0, 200))}`);
      connection.destroy();
      expectOneForm(JSON.stringify(bytes.slice(0, 200)), before);
    }

    // A field that concerns the connection ends with it, and cannot take the version or the end of the body along.
    for (const field of ['X-API-Version', 'x-api-version, close', 'close,X-Api-Version'])
      for (const target of ['/books/1', '/covers/1']) {
        const { answer, reached } = await forward(
          requestHead(`GET ${target}`, `Connection: ${field}`, 'X-API-Version: 1'),
        );
        tally.expect(answer.status === 400, `Connection: ${field} was answered with ${answer.status} at ${target}`);
        tally.expect(reached.length === 0, `Connection: ${field} reached the upstream at ${target}`);
      }
    const own = ['Keep-Alive: 1', 'TE: trailers', 'Proxy-Connection: x', 'X-Mine: 1', 'Proxy-Authorization: x'];
    for (const listed of ['X-Mine', 'Content-Length', 'Host', 'Transfer-Encoding', 'Content-Type', 'Accept'])
      for (const [target, sent, got] of [
        ['POST /books', body, '{"title":"written"}'],
        ['PUT /covers/1', body, body],
      ] as const) {
        const { reached } = await forward(
          requestHead(target, `Connection: X-Mine, ${listed}`, ...own, json, sized(sent)) + sent,
        );
        const [one] = reached;
        const names = (one?.fields ?? []).map(([name]) => name);
        const left = ['keep-alive', 'te', 'proxy-connection', 'x-mine', 'proxy-authorization'];
        tally.expect(
          reached.length === 1,
          `Connection: ${listed} at ${target} reached the upstream ${reached.length} times`,
        );
        tally.expect(one?.body === got, `Connection: ${listed} at ${target} changed the body to ${String(one?.body)}`);
        for (const name of left) tally.expect(!names.includes(name), `Connection: ${listed}: ${name} went on`);
        expectOneForm(`Connection: ${listed}`, seen.length - reached.length);
      }

    // The authority of a target stands in place of Host (RFC 9112, section 3.2.2).
    for (const target of ['http://other.test/books/1', 'HTTP://OTHER.TEST/books/1', 'http://other.test:80/covers/1']) {
      const { reached } = await forward(requestHead(`GET ${target}`));
      const hosts = reached.flatMap(({ fields }) => fields.filter(([name]) => name === 'host'));
      tally.expect(
        reached.length === 1 && hosts.length === 1 && hosts[0]![1] === 'other.test' && reached[0]!.url.startsWith('/'),
        `${target} reached the upstream as ${reached[0]?.url} of ${JSON.stringify(hosts)}`,
      );
    }

    // What a change makes of a value is one value.
    for (const tag of [evil, 'a\nX-Evil: 1', 'a\0b', '\u2028', '\u{1f600}']) {
      const sent = JSON.stringify({ name: 'a', tag });
      const { answer, reached } = await forward(
        requestHead('POST /books', json, sized(Buffer.from(sent))) + Buffer.from(sent).toString('latin1'),
      );
      tally.expect(answer.status === 400, `the tag ${JSON.stringify(tag)} was answered with ${answer.status}`);
      tally.expect(reached.length === 0, `the tag ${JSON.stringify(tag)} reached the upstream`);
    }
    const poisoned = await askRaw(gateway.url, requestHead('GET /books/evil'));
    tally.expect(!/^X-Evil/im.test(poisoned.head), `an answer has a field of a value: ${poisoned.head}`);

    // Bodies that are too large, as they come and as they unpack.
    const large = `{"name":"${'x'.repeat(200_000)}"}`;
    const packed = gzipSync(large);
    for (const [name, bytes] of [
      ['a length', requestHead('POST /books', json, sized(large)) + large],
      [
        'chunks',
        `${requestHead('POST /books', json, 'Transfer-Encoding: chunked')}${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
      ],
      [
        'gzip',
        Buffer.concat([Buffer.from(requestHead('POST /books', json, 'Content-Encoding: gzip', sized(packed))), packed]),
      ],
    ] as const) {
      const { answer, reached } = await forward(bytes);
      tally.expect(answer.status === 413, `a large body with ${name} was answered with ${answer.status}`);
      tally.expect(reached.length === 0, `a large body with ${name} reached the upstream`);
    }
    const { reached: whole } = await forward(requestHead('PUT /covers/1', sized(large)) + large);
    tally.expect(whole[0]?.body === large, 'a large body that no change reaches did not pass');

    // What is no version is refused; a cache that keys by what Vary names gives no version what another one got.
    const served = ['1', '2', ''];
    const unknown = ['3', '1, 2', 'next', '\xff'];
    for (const target of ['/books/1', '/covers/1', '/books', '/elsewhere', '/books/1?x', '/covers']) {
      const get = (version: string) =>
        ask(requestHead(`GET ${target}`, ...(version === '' ? [] : [`X-API-Version: ${version}`])));
      const answers = await Promise.all(served.map(get));
      const bodies = new Set(
        answers.map(({ status, body: text }) => `${status} ${text.replace(/"traceId":"\w+"/, '')}`),
      );
      const isKeyed = ({ head }: { readonly head: string }) => /^Vary: .*X-API-Version/im.test(head);
      tally.expect(
        bodies.size === 1 || answers.every(isKeyed),
        `${target} differs by version, and a cache would not know`,
      );
      for (const answer of await Promise.all(unknown.map(get)))
        tally.expect(
          isKeyed(answer) || answer.body === answers[0]!.body,
          `${target} refuses a version, and a cache would give that to others: ${answer.head}`,
        );
    }
    const twice = await forward(requestHead('GET /books/1', 'X-API-Version: 1', 'X-API-Version: 2'));
    tally.expect(twice.answer.status === 404 && twice.reached.length === 0, 'two versions in one request were served');

    const { status } = await ask(requestHead('GET /books/1'));
    tally.expect(status === 200, `the gateway answers ${status} afterwards`);
    return tally.outcome(`${cases.length} cases, ${damaged.toLocaleString('en-US')} damaged connections`);
  },
};

function fieldsOf({ rawHeaders }: IncomingMessage): Seen['fields'] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1]!] as const] : [],
  );
}
