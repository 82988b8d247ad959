const body = JSON.stringify({
  name: 'Ada',
  email: 'ada@example.com',
  age: 36,
  tags: [{ label: 'math' }, { label: 'engines' }],
});

/** The requests to every server, and the answers that each must give. */
export const cases = [
  { name: 'plaintext', method: 'GET', path: '/plaintext', status: 200, type: 'text/plain', answer: 'Hello, World!' },
  {
    name: 'json',
    method: 'GET',
    path: '/json',
    status: 200,
    type: 'application/json',
    answer: '{"message":"Hello, World!"}',
  },
  {
    name: 'params',
    method: 'GET',
    path: '/users/42',
    status: 200,
    type: 'application/json',
    answer: '{"id":"42","name":"User 42"}',
  },
  {
    name: 'validate',
    method: 'POST',
    path: '/users',
    body,
    status: 201,
    type: 'application/json',
    answer: '{"name":"Ada","email":"ada@example.com","age":36,"tags":2}',
  },
];

/** Throws unless a server gives exactly the expected answers, including the rejection of a bad body. */
export async function verify(name, url) {
  for (const { method, path, body: sent, status, type, answer } of cases) {
    const response = await fetch(url + path, {
      method,
      body: sent,
      headers: sent ? { 'content-type': 'application/json' } : {},
    });
    const text = await response.text();
    const length = response.headers.get('content-length');
    if (
      response.status !== status ||
      text !== answer ||
      !response.headers.get('content-type').startsWith(type) ||
      length !== String(Buffer.byteLength(answer))
    ) {
      throw new Error(
        `${name} answers ${method} ${path} with ${response.status} ${response.headers.get('content-type')} (${length}): ${text}`,
      );
    }
  }
  const refused = await fetch(`${url}/users`, {
    method: 'POST',
    body: '{"name":""}',
    headers: { 'content-type': 'application/json' },
  });
  if (refused.status !== 400) throw new Error(`${name} answers a bad body with ${refused.status}`);
}
