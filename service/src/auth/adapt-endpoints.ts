import { AuthRefusal } from './auth-refusal.js';
import type { AuthRequest } from './auth-request.js';
import { readClaims } from './mailed-links.js';
import { type Members, parseObject } from './read-members.js';
import { withJson } from './auth-response.js';

/** Throws a 400 for an invisible name and for a picture that is not a web address: better-auth accepts both. */
function checkProfile(request: AuthRequest): AuthRequest {
  const { name, image } = request.members ?? {};
  if (name !== undefined && !isVisible(name)) {
    throw new AuthRefusal(400, 'INVALID_NAME', 'name must contain at least one visible character.');
  }
  if (image !== undefined && image !== null && !isWebAddress(image)) {
    throw new AuthRefusal(
      400,
      'INVALID_IMAGE',
      'image must be an http or https address, such as https://example.com/ada.png.',
    );
  }
  return request;
}

/** White space, control and format characters are invisible. */
function isVisible(value: unknown): boolean {
  return typeof value === 'string' && /[^\s\p{Cc}\p{Cf}]/u.test(value);
}

/** Rules out schemes that a page would execute when it shows them as a link. */
function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** What better-auth knows, in the shape of its responses. */
export interface AccountReader {
  /** The caller's session and account, or null. */
  session(headers: Headers): Promise<{ readonly session: Members; readonly user: Members } | null>;
  userByEmail(email: string): Promise<Members | null>;
  /** Whether the signed token of a mailed link was issued, and has not ended since. */
  linkWorks(token: string): Promise<boolean>;
  /** Whether the service sends verification mails. */
  readonly verifiesAddresses: boolean;
  /** Decides, for this request, whether an unverified account must prove a new address: where any account has a role. */
  decideAboutProof(): Promise<boolean>;
}

export interface EndpointAdapter {
  /** Changes a request before better-auth sees it. */
  readonly before?: (request: AuthRequest, read: AccountReader) => AuthRequest | Promise<AuthRequest>;
  /** Changes a successful answer. */
  readonly after?: (answer: Members, request: AuthRequest, read: AccountReader) => Promise<Members>;
  /** Responses take at least this long, in milliseconds, whatever the result. */
  readonly floor?: number;
}

const maximumSessionData = 4_096;

/** Where better-auth differs from the contract of this service, by method and path below the mount. */
export const endpointAdapters: ReadonlyMap<string, EndpointAdapter> = new Map<string, EndpointAdapter>([
  ['POST /get-session', { before: (request) => ({ ...request, method: 'GET', members: null }) }],
  ['POST /send-verification-email', { before: (request) => withoutNull(request, 'callbackURL') }],
  ['POST /update-session', { before: putIntoSessionData }],
  ['POST /sign-out', { before: (request) => ({ ...request, members: request.members ?? {} }) }],
  ['POST /sign-up/email', { before: checkProfile }],
  ['POST /sign-in/email', { after: async (answer) => ({ ...answer, redirect: false, url: answer.url ?? null }) }],
  [
    'POST /update-user',
    {
      before: checkProfile,
      after: async (_answer, request, read) => ({ user: (await read.session(request.headers))?.user }),
    },
  ],
  ['POST /change-email', { before: proveNewAddress, after: describeEmailChange }],
  ['GET /verify-email', { before: withoutEndedLink, after: namingTheUser }],
  ['POST /request-password-reset', { floor: 250 }],
]);

/** A session's own data: members that the caller sends are merged into it, null removes a member. */
async function putIntoSessionData(request: AuthRequest, read: AccountReader): Promise<AuthRequest> {
  const change = request.members;
  if (change === null) return request;
  const current = await read.session(request.headers);
  const merged = Object.entries({ ...asObject(current?.session.data), ...change }).filter(
    ([, value]) => value !== null,
  );
  const members = { data: Object.fromEntries(merged) };
  if (JSON.stringify(members).length > maximumSessionData) {
    throw new AuthRefusal(
      400,
      'SESSION_DATA_TOO_LARGE',
      `A session stores at most ${maximumSessionData} characters of JSON.`,
    );
  }
  return { ...request, members };
}

/** better-auth documents a member as nullable but accepts only text. */
function withoutNull(request: AuthRequest, name: string): AuthRequest {
  if (request.members?.[name] !== null) return request;
  const { [name]: _null, ...members } = request.members;
  return { ...request, members };
}

/** `svc users grant` finds an account by its address, so where roles exist, nobody takes an address without a proof. */
async function proveNewAddress(request: AuthRequest, read: AccountReader): Promise<AuthRequest> {
  const isNeeded = await read.decideAboutProof();
  if (!isNeeded || read.verifiesAddresses || (await read.session(request.headers)) === null) return request;
  throw new AuthRefusal(
    400,
    'VERIFICATION_EMAIL_NOT_ENABLED',
    'A new address needs a proof by mail here, because accounts have roles, but AUTH_EMAIL_VERIFICATION is off.',
  );
}

async function describeEmailChange(answer: Members, request: AuthRequest, read: AccountReader): Promise<Members> {
  const user = (await read.session(request.headers))?.user;
  const wanted = String(request.members?.newEmail ?? '').toLowerCase();
  const isProved = user?.emailVerified === true || (await read.decideAboutProof());
  const message = user?.email === wanted ? 'Email updated' : isProved ? 'Verification email sent' : null;
  return { ...answer, user, message };
}

/** To better-auth, a link that has ended is a token that it never signed. */
async function withoutEndedLink(request: AuthRequest, read: AccountReader): Promise<AuthRequest> {
  const query = new URLSearchParams(request.search);
  const [token, ...more] = query.getAll('token');
  if (token === undefined || more.length > 0 || (await read.linkWorks(token))) return request;
  query.set('token', 'ended');
  return { ...request, search: `?${query.toString()}` };
}

/** The token is already verified: its claims hold the account's address. */
async function namingTheUser(answer: Members, { search }: AuthRequest, read: AccountReader): Promise<Members> {
  const { email } = readClaims(new URLSearchParams(search).get('token') ?? '');
  return { ...answer, user: answer.user ?? (await read.userByEmail(email)) };
}

/** Applies an adapter's `after` to a successful JSON answer. */
export async function adaptAnswer(
  adapter: EndpointAdapter | undefined,
  response: Response,
  request: AuthRequest,
  read: AccountReader,
): Promise<Response> {
  if (!adapter?.after || !response.ok) return response;
  return withJson(response, await adapter.after((await response.json()) as Members, request, read));
}

function asObject(value: unknown): Members {
  if (typeof value === 'string') return parseObject(value) ?? {};
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}
