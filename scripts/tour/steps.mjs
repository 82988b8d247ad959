import { same } from './client.mjs';

const auth = '/api/auth';
const ada = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery' };
const title = (text) => process.stdout.write(`\n${text}\n`);

/** Every chapter of an account's life, in order. */
export async function steps({ client, outbox, grantRole, revokeRole }) {
  const { get, post, patch, eventually } = client;

  title('Signing up');
  const {
    body: { token, user },
  } = await post(`${auth}/sign-up/email`, ada);
  same('the address', user.email, ada.email);
  await post(`${auth}/sign-up/email`, ada, { expect: 422, note: 'the address is taken' });
  await get('/api/profile', { expect: 401, note: 'no credentials' });
  await get('/api/profile', { token, note: 'Ada' });
  await get('/api/profile/anonymous', { note: 'public' });

  title('Verifying the address');
  await get(await outbox.linkTo(ada.email, 'Confirm your e-mail address'), { expect: 302 });
  const {
    body: { user: verified },
  } = await get(`${auth}/get-session`, { token });
  same('emailVerified', verified.emailVerified, true);
  await post(`${auth}/send-verification-email`, { email: ada.email }, { token, expect: 400, note: 'verified already' });

  title('Sessions');
  const {
    body: { session },
  } = await post(`${auth}/get-session`, {}, { token });
  same('the session', session.token, token);
  const {
    body: { session: updated },
  } = await post(`${auth}/update-session`, { theme: 'dark' }, { token });
  same('its data', updated.data, { theme: 'dark' });
  const {
    body: { token: other },
  } = await post(`${auth}/sign-in/email`, { email: ada.email, password: ada.password });
  const { body: sessions } = await get(`${auth}/list-sessions`, { token });
  same('the number of sessions', sessions.length, 2);
  await get('/api/profile', { token: other, note: 'the other session' });
  await post(`${auth}/revoke-session`, { token: other }, { token });
  await get('/api/profile', { token: other, expect: 401, note: 'revoked' });
  await post(`${auth}/update-user`, { name: 'Ada, Countess of Lovelace' }, { token });

  title('Changing the password');
  await post(`${auth}/verify-password`, { password: ada.password }, { token });
  const change = { currentPassword: ada.password, newPassword: 'another battery', revokeOtherSessions: true };
  await post(`${auth}/change-password`, { ...change, currentPassword: 'not the password' }, { token, expect: 400 });
  const {
    body: { token: second },
  } = await post(`${auth}/change-password`, change, { token });
  await get('/api/profile', { token, expect: 401, note: 'the old token' });
  await get('/api/profile', { token: second, note: 'the new token' });

  title('Forgetting the password');
  await post(`${auth}/request-password-reset`, { email: ada.email, redirectTo: '/new-password' });
  const link = await outbox.linkTo(ada.email, 'Reset your password');
  const { headers } = await get(link, { expect: 302 });
  const resetToken = new URL(headers.get('location')).searchParams.get('token');
  await post(`${auth}/reset-password`, { newPassword: 'third battery', token: resetToken });
  const again = await get(link, { expect: 302, note: 'used already' });
  same('the error', new URL(again.headers.get('location')).searchParams.get('error'), 'INVALID_TOKEN');
  await get('/api/profile', { token: second, expect: 401, note: 'every session ended' });
  const {
    body: { token: third },
  } = await post(`${auth}/sign-in/email`, { email: ada.email, password: 'third battery' });

  title('Changing the address');
  await post(`${auth}/change-email`, { newEmail: 'countess@example.com' }, { token: third });
  await get(await outbox.linkTo(ada.email, 'Change your e-mail address'), { token: third, expect: 302 });
  await get(await outbox.linkTo('countess@example.com', 'Confirm your e-mail address'), { token: third, expect: 302 });
  const { body: profile } = await get('/api/profile', { token: third });
  same('the address', profile.email, 'countess@example.com');

  title('Roles');
  await get('/api/profile/audit', { token: third, expect: 403, note: 'the role admin is missing' });
  await grantRole('countess@example.com', 'admin');
  await eventually('/api/profile/audit', { token: third, expect: 200 });
  await post('/api/reports', { title: 'Third quarter' }, { token: third, expect: 201 });
  await get('/api/reports', { token: third });
  await patch(
    '/api/reports/1',
    { title: 'Fourth quarter' },
    { token: third, expect: 403, note: 'the role editor is missing' },
  );
  await revokeRole('countess@example.com', 'admin');
  await eventually('/api/reports', { token: third, expect: 403 });
  await get('/api/reports/health', { note: 'public' });

  title('Signing in with a provider');
  await post(`${auth}/sign-in/social`, { provider: 'github' }, { expect: 404, note: 'not configured' });
  const start = await post(`${auth}/sign-in/social`, { provider: 'company', callbackURL: '/welcome' });
  const authorized = await fetch(start.body.url, { redirect: 'manual' });
  const callback = new URL(authorized.headers.get('location'));
  const { cookie } = await get(`${callback.pathname}${callback.search}`, { cookie: start.cookie, expect: 302 });
  const { body: grace } = await get('/api/profile', { cookie, note: 'with the cookie' });
  same('the address', grace.email, 'grace@example.com');

  title('Signing out');
  await post(`${auth}/sign-out`, {}, { cookie });
  await get('/api/profile', { cookie, expect: 401 });

  title('Guessing a password');
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await post(`${auth}/sign-in/email`, { email: 'grace@example.com', password: 'a guess' }, { expect: 401 });
  }
  const refused = await post(
    `${auth}/sign-in/email`,
    { email: 'grace@example.com', password: 'a guess' },
    { expect: 429 },
  );
  same('Retry-After', Number(refused.headers.get('retry-after')) > 0, true);

  title('Deleting the account');
  await post(`${auth}/delete-user`, { password: 'not the password' }, { token: third, expect: 400 });
  await post(`${auth}/delete-user`, { password: 'third battery' }, { token: third });
  await get('/api/profile', { token: third, expect: 401, note: 'gone at once' });
  await post(`${auth}/sign-in/email`, { email: 'countess@example.com', password: 'third battery' }, { expect: 401 });
}
