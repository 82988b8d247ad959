interface Flow {
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
}

interface LoginScheme {
  readonly type: string;
  readonly flows?: Readonly<Record<string, Flow>>;
  readonly openIdConnectUrl?: string;
}

/** Signs in at an authorization server (RFC 6749; with PKCE, RFC 7636) and resolves to the access token. Rejects with what went wrong. */
export async function signIn(scheme: LoginScheme, given: FormData, returnUrl: string): Promise<string> {
  const name = String(given.get('flow'));
  const flow =
    scheme.openIdConnectUrl === undefined ? (scheme.flows?.[name] ?? {}) : await discover(scheme.openIdConnectUrl);
  const client = { id: String(given.get('client_id') ?? ''), secret: String(given.get('client_secret') ?? '') };
  const scope = given.getAll('scope').join(' ');
  const own = { client_id: client.id, ...(scope && { scope }) };
  if (name === 'clientCredentials')
    return askToken(flow, client, { grant_type: 'client_credentials', ...(scope && { scope }) });
  if (name === 'password')
    return askToken(flow, client, {
      grant_type: 'password',
      username: String(given.get('username')),
      password: String(given.get('password')),
      ...(scope && { scope }),
    });
  const state = randomText();
  if (name === 'implicit') {
    const back = await visit(flow, { response_type: 'token', redirect_uri: returnUrl, state, ...own }, state);
    return back.access_token ?? fail('The authorization server sent no token.');
  }
  const verifier = randomText();
  const challenge = { code_challenge: await challengeOf(verifier), code_challenge_method: 'S256' };
  const { code } = await visit(
    flow,
    { response_type: 'code', redirect_uri: returnUrl, state, ...challenge, ...own },
    state,
  );
  if (!code) fail('The authorization server sent no code.');
  return askToken(flow, client, {
    grant_type: 'authorization_code',
    code: code!,
    redirect_uri: returnUrl,
    code_verifier: verifier,
  });
}

function fail(message: string): never {
  throw new Error(message);
}

async function discover(url: string): Promise<Flow> {
  const found = (await (await fetch(url)).json()) as { authorization_endpoint?: string; token_endpoint?: string };
  return { authorizationUrl: found.authorization_endpoint!, tokenUrl: found.token_endpoint! };
}

async function askToken(
  { tokenUrl }: Flow,
  client: { id: string; secret: string },
  body: Readonly<Record<string, string>>,
): Promise<string> {
  const secret = client.secret && { client_secret: client.secret };
  const response = await fetch(tokenUrl ?? fail('The scheme names no token URL.'), {
    method: 'POST',
    body: new URLSearchParams({ ...body, client_id: client.id, ...secret }),
  });
  const answer = (await response.json()) as { access_token?: string; error?: string; error_description?: string };
  return (
    answer.access_token ??
    fail(answer.error_description ?? answer.error ?? `The authorization server answered ${response.status}.`)
  );
}

/** Opens the authorization server in a window, and waits for the page to which it returns. */
function visit(
  { authorizationUrl }: Flow,
  query: Readonly<Record<string, string>>,
  state: string,
): Promise<Readonly<Record<string, string>>> {
  const url = new URL(authorizationUrl ?? fail('The scheme names no authorization URL.'));
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const channel = new BroadcastChannel(`oauth-${state}`);
  open(url, '_blank', 'popup,width=520,height=680');
  return new Promise((resolve, reject) => {
    channel.addEventListener('message', ({ data }: MessageEvent<Readonly<Record<string, string>>>) => {
      channel.close();
      if (data.error) reject(new Error(data.error_description ?? data.error));
      else resolve(data);
    });
  });
}

function randomText(): string {
  return encode(crypto.getRandomValues(new Uint8Array(32)));
}

async function challengeOf(verifier: string): Promise<string> {
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
