/** What a client writes on a connection, and what the service answers (RFC 9112 unless another one is named). */
export interface ProtocolCase {
  readonly name: string;
  readonly sends: string;
  /** The statuses of the answers, in their order; one of several where the RFC leaves a choice. */
  readonly answers: readonly (number | readonly number[])[];
  /** Whether the service ends the connection after them; null where it may. */
  readonly closes: boolean | null;
  /** What the answers hold, or must not hold. */
  readonly holds?: RegExp;
  readonly lacks?: RegExp;
}

export interface ProtocolRoutes {
  readonly host: string;
  /** A path that answers GET with 200. */
  readonly get: string;
  /** A path that answers POST with 201. */
  readonly post: string;
  readonly body: string;
}

/** Cases that distinguish one reading of a connection from another: a proxy and a service that disagree let requests be smuggled. */
export function protocolCases({ host, get, post, body }: ProtocolRoutes): readonly ProtocolCase[] {
  const head = (method: string, target: string, ...lines: string[]) =>
    `${[`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...lines].join('\r\n')}\r\n\r\n`;
  const plain = head('GET', get);
  const json = 'Content-Type: application/json';
  const length = `Content-Length: ${body.length}`;
  const chunked = 'Transfer-Encoding: chunked';
  const chunk = (text: string, size = text.length.toString(16)) => `${size}\r\n${text}\r\n`;
  /** A request that is refused; what follows it on the connection is never read as a request. */
  const refused = (name: string, sends: string, statuses: readonly number[] = [400]): ProtocolCase => ({
    name,
    sends: sends + plain,
    answers: [statuses],
    closes: true,
  });
  const served = (name: string, sends: string, answers: ProtocolCase['answers']): ProtocolCase => ({
    name,
    sends,
    answers,
    closes: false,
  });
  const postWith = (...lines: string[]) => head('POST', post, json, ...lines);

  const upgrade = (protocol: string, connection: string) =>
    head('GET', get, `Connection: ${connection}`, `Upgrade: ${protocol}`, 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA');

  const lengths = ['+5', '-1', '0x5', '5,5', '5, 6', '5 5', '5;', '', 'five', '99999999999999999999999'];
  const codings = ['gzip', 'chunked, gzip', 'chunked, chunked', 'xchunked', 'identity', 'chunked\x0b', '"chunked"', ''];
  const sizes = ['zz', '-5', '+5', '0x5', '5 5', ' 5', '5x', 'fffffffffffffffff', '', '5\t'];
  const names = ['X Y', ' X', 'X\t', 'X(', 'X"', 'X@', 'X\x00', 'X\x7f', 'X\xe9', ''];
  const hosts = ['a b', 'a/b', 'a?b', 'a#b', 'a@b', 'a, b', '[::1', 'a:b:c', 'a:99999999', '<script>'];
  const targets = ['', 'api', '/ x', '/\x01', 'example.com:443'];

  return [
    // Where the body ends.
    refused('Content-Length beside Transfer-Encoding', postWith(length, chunked) + chunk(body) + chunk('')),
    refused(
      'Transfer-Encoding beside Content-Length',
      postWith(chunked, 'Content-Length: 0') + chunk(body) + chunk(''),
    ),
    refused('two Content-Length that differ', postWith('Content-Length: 0', length) + body),
    ...lengths.map((text) => refused(`Content-Length: ${text}`, postWith(`Content-Length: ${text}`) + body)),
    ...codings.map((text) =>
      refused(
        `Transfer-Encoding: ${text}`,
        postWith(`Transfer-Encoding: ${text}`) + chunk(body) + chunk(''),
        [400, 501],
      ),
    ),
    refused('a blank before the colon of Transfer-Encoding', postWith(length, 'Transfer-Encoding : chunked') + body),
    refused(
      'Transfer-Encoding on a folded line',
      postWith(length, 'X: a', ' Transfer-Encoding: chunked') + body,
      [400, 201],
    ),
    ...sizes.map((size) =>
      refused(`the chunk size ${JSON.stringify(size)}`, postWith(chunked) + chunk(body, size) + chunk('')),
    ),
    refused('a chunk that is longer than its size', postWith(chunked) + chunk(body, '1') + chunk('')),
    refused(
      'a chunk size that ends with a line feed alone',
      `${postWith(chunked)}${body.length.toString(16)}\n${body}\r\n${chunk('')}`,
    ),
    refused('Content-Length as a trailer', `${postWith(chunked)}${chunk(body)}0\r\nContent-Length: 3\r\n\r\n`),
    refused('a chunk extension that never ends', `${postWith(chunked)}1;${'x'.repeat(40_000)}`, [400, 413]),
    served(
      'chunks, extensions and trailers',
      `${postWith(chunked)}${chunk(body.slice(0, 3), '3;a=b')}${chunk(body.slice(3))}0\r\nX: y\r\n\r\n${plain}`,
      [201, 200],
    ),
    served(
      'a chunk size in upper case, with zeros',
      `${postWith(chunked)}${chunk(body, `000${body.length.toString(16).toUpperCase()}`)}${chunk('')}${plain}`,
      [201, 200],
    ),
    served('a body of GET', head('GET', get, `Content-Length: ${plain.length}`) + plain + plain, [200, 200]),
    served('a body of HEAD', head('HEAD', get, 'Content-Length: 2') + 'xx' + plain, [200, 200]),
    { ...served('half a body', postWith(`Content-Length: ${body.length + 1}`) + body, []), closes: false },

    // Names and values.
    ...names.map((name) => refused(`the header name ${JSON.stringify(name)}`, head('GET', get, `${name}: a`))),
    refused('a header without a colon', head('GET', get, 'X')),
    refused('a NUL in a value', head('GET', get, 'X: a\x00b')),
    refused('a carriage return in a value', head('GET', get, 'X: a\rY: b')),
    refused('a line that ends with a line feed alone', `GET ${get} HTTP/1.1\nHost: ${host}\n\n`),
    refused('a folded line', head('GET', get, 'X: a', ' b'), [400, 200]),
    refused('a folded line first', `GET ${get} HTTP/1.1\r\n Host: ${host}\r\n\r\n`),
    refused('headers of 20 KB', head('GET', get, `X: ${'a'.repeat(20_000)}`), [431]),
    refused('20 KB of small headers', head('GET', get, ...Array.from({ length: 4_000 }, () => 'X: a')), [431]),
    refused('a target of 20 KB', head('GET', `${get}?${'a'.repeat(20_000)}`), [400, 414, 431]),
    served('bytes above 127 in a value', head('GET', get, 'X: caf\xe9') + plain, [200, 200]),
    served('an empty line before the request', `\r\n${plain}\r\n${plain}`, [200, 200]),

    // Host.
    refused('no Host', `GET ${get} HTTP/1.1\r\n\r\n`),
    refused('two Host', head('GET', get, `Host: ${host}`)),
    refused('two Host that differ', head('GET', get, 'Host: other.example')),
    ...hosts.map((text) => refused(`Host: ${text}`, `GET ${get} HTTP/1.1\r\nHost: ${text}\r\n\r\n`)),

    // The request line.
    refused('no version', `GET ${get}\r\nHost: ${host}\r\n\r\n`, [400, 505]),
    ...['HTTP/1.2', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', 'HTTP/1', 'HTTP/1.10', 'ICY/1.0'].map((version) =>
      refused(`the version ${version}`, `GET ${get} ${version}\r\nHost: ${host}\r\n\r\n`, [400, 505]),
    ),
    refused('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, 505]),
    ...['get', 'G@T', 'FOO', 'GET/', '\x16\x03\x01', `${'G'.repeat(300)}`].map((method) =>
      refused(`the method ${JSON.stringify(method.slice(0, 10))}`, head(method, get), [400, 501]),
    ),
    ...targets.map((target) => refused(`the target ${JSON.stringify(target)}`, head('GET', target), [400, 404])),
    { ...served('TRACE', head('TRACE', get, 'X-Secret: told') + plain, [[404, 405, 501], 200]), lacks: /told/ },
    { name: 'CONNECT', sends: head('CONNECT', 'example.com:443') + plain, answers: [], closes: true },
    ...['//', 'http://', '*'].map((target) =>
      served(`the target ${target}`, head('GET', target) + plain, [[400, 404], 200]),
    ),
    served('OPTIONS *', head('OPTIONS', '*') + plain, [[200, 204, 400, 404], 200]),
    served('a target in absolute form', head('GET', `http://${host}${get}`) + plain, [200, 200]),

    // Connections.
    { ...served('HEAD', head('HEAD', get) + plain, [200, 200]), holds: /^HTTP[^]*?\r\n\r\nHTTP\/1\.1 200/ },
    { name: 'HTTP/1.0', sends: `GET ${get} HTTP/1.0\r\n\r\n${plain}`, answers: [200], closes: true },
    {
      name: 'HTTP/1.0 with keep-alive',
      sends: `GET ${get} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`,
      answers: [200],
      // Without a Content-Length, the end of the connection is the end of the answer.
      closes: null,
    },
    { name: 'Connection: close', sends: head('GET', get, 'Connection: close') + plain, answers: [200], closes: true },
    {
      name: 'Connection: CLOSE, x',
      sends: head('GET', get, 'Connection: CLOSE, x') + plain,
      answers: [200],
      closes: true,
    },
    { name: 'an upgrade', sends: upgrade('websocket', 'upgrade') + plain, answers: [200], closes: true },
    {
      name: 'an upgrade to HTTP/2',
      sends: upgrade('h2c', 'Upgrade, HTTP2-Settings') + plain,
      answers: [200],
      closes: true,
    },
    { name: 'garbage behind a request', sends: `${plain}garbage\r\n\r\n`, answers: [200, 400], closes: true },
    served('an unknown address keeps the connection', head('GET', '/nowhere') + plain, [404, 200]),
    {
      ...served('Expect: 100-continue', `${postWith(length, 'Expect: 100-continue')}${body}${plain}`, [100, 201, 200]),
    },
    { name: 'an unknown expectation', sends: postWith(length, 'Expect: 200-ok') + body, answers: [417], closes: false },
    {
      ...served(
        'a trailer is no header',
        `${postWith(chunked, 'Trailer: X-Api-Version')}${chunk(body)}0\r\nX-API-Version: 99\r\n\r\n${plain}`,
        [201, 200],
      ),
    },
  ];
}

/** The statuses on a connection, in the order of the answers. */
export const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** What is wrong with the answers to a case; null if nothing is. */
export function protocolProblem(
  { name, answers, closes, holds, lacks }: ProtocolCase,
  text: string,
  closed: boolean,
): string | null {
  const statuses = statusesIn(text);
  const fits =
    statuses.length === answers.length && answers.every((one, index) => [one].flat().includes(statuses[index]!));
  if (!fits) return `${name}: answered ${JSON.stringify(statuses)}, not ${JSON.stringify(answers)}`;
  if (closes !== null && closed !== closes)
    return `${name}: the connection ${closed ? 'ended' : 'stayed open'} after ${JSON.stringify(statuses)}`;
  if (holds && !holds.test(text)) return `${name}: the answers lack ${String(holds)}`;
  if (lacks?.test(text)) return `${name}: the answers hold ${String(lacks)}`;
  return null;
}
