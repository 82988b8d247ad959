/** Sends requests, prints each with its answer, and throws when the status is not the expected one. */
export function createClient(url) {
  async function send(method, path, { expect = 200, token, cookie, body, version, preview, note = '' } = {}) {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(version === undefined ? {} : { 'x-api-version': version }),
        ...(preview === undefined ? {} : { 'api-preview': preview }),
        ...(cookie === undefined ? {} : { cookie }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
      cookie: response.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    };
    const shown = path.length > 60 ? `${path.slice(0, 59)}…` : path;
    process.stdout.write(
      `  ${answer.status === expect ? '✓' : '✗'} ${response.status} ${method} ${shown}${note && `  ${note}`}\n`,
    );
    if (answer.status !== expect)
      throw new Error(`${method} ${path} answered ${answer.status} instead of ${expect}: ${text}`);
    return answer;
  }

  return {
    get: (path, options) => send('GET', path, options),
    post: (path, body, options) => send('POST', path, { body, ...options }),
    patch: (path, body, options) => send('PATCH', path, { body, ...options }),
    /** Repeats a request silently until it has the expected status, then prints it. */
    async eventually(path, options) {
      const deadline = Date.now() + 3_000;
      const headers = { authorization: `Bearer ${options.token}` };
      while ((await fetch(`${url}${path}`, { headers })).status !== options.expect && Date.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return send('GET', path, options);
    },
  };
}

/** Throws with both values unless they are the same as JSON. */
export function same(what, actual, expected) {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return;
  throw new Error(`${what} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}.`);
}
