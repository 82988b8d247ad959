export interface OperationText {
  readonly summary: string;
  readonly description: string;
  /** Descriptions of parameters that better-auth leaves without one. */
  readonly parameters?: Readonly<Record<string, string>>;
}

const provider = { id: 'The provider, as sign-in/social names it.' };

/** What each operation does in this service, by method and path below the mount. */
export const authOperationTexts: Readonly<Record<string, OperationText>> = Object.freeze({
  'post /sign-in/social': {
    summary: 'Sign in with a provider',
    description:
      'Answers in `url` where the browser goes on, at the provider. With an `idToken` of the provider it answers a session at once.',
  },
  'get /callback/{id}': {
    summary: 'Come back from a provider',
    description:
      'Where the provider sends the browser with a code: signs in, and sends it on to the `callbackURL` of the sign-in.',
    parameters: provider,
  },
  'post /callback/{id}': {
    summary: 'Come back from a provider with a form',
    description: 'The same as GET, for providers that make the browser post.',
    parameters: provider,
  },
  'get /get-session': {
    summary: 'Read the session',
    description: 'The session and the account of the caller; null without credentials.',
  },
  'post /get-session': { summary: 'Read the session by POST', description: 'The same as GET.' },
  'post /sign-out': {
    summary: 'Sign out',
    description: 'Ends the session of the caller: its token and its cookie are refused from the next request on.',
  },
  'post /sign-up/email': {
    summary: 'Sign up with a password',
    description:
      'Creates an account, and a session where addresses need not be verified first. ' +
      'A taken address is 422; where verification is required, it is answered as a free one is.',
  },
  'post /sign-in/email': {
    summary: 'Sign in with a password',
    description:
      'Answers the token of a new session, which is set as a cookie too. After ten wrong passwords in a quarter of an hour the account answers 429.',
  },
  'post /reset-password': {
    summary: 'Set a new password by mail',
    description: 'Takes the token of a reset mail, once. All sessions of the account end.',
  },
  'post /verify-password': {
    summary: 'Check a password',
    description: 'Whether it is the password of the caller: 400 when it is not.',
  },
  'get /verify-email': {
    summary: 'Verify an address',
    description: 'Where the link of a verification mail leads. Sends the browser on where a `callbackURL` is given.',
  },
  'post /send-verification-email': {
    summary: 'Send the verification mail again',
    description: 'For an address that is not verified yet; 400 where the service sends no such mails.',
  },
  'post /change-email': {
    summary: 'Change the address',
    description:
      'At once while the address is not verified; else the old address agrees by mail, and then the new one.',
  },
  'post /change-password': {
    summary: 'Change the password',
    description:
      'Takes the current one along. With `revokeOtherSessions` every session ends, and a new one is answered.',
  },
  'post /update-session': {
    summary: 'Keep data in the session',
    description:
      'Adds members to `session.data`, which holds up to 4,096 characters of JSON; null takes a member away.',
  },
  'post /update-user': {
    summary: 'Change the name or the picture',
    description: 'What is left out stays as it is; null takes the picture away.',
  },
  'post /delete-user': {
    summary: 'Delete the account',
    description:
      'At once with the password, or in a session that began a short while ago; where deletions are confirmed, by a link in a mail.',
  },
  'post /request-password-reset': {
    summary: 'Ask for a reset mail',
    description:
      'The mail leads to `redirectTo` with a `token`. The answer is the same for an address that nobody has.',
  },
  'get /reset-password/{token}': {
    summary: 'Follow a reset mail',
    description:
      'Where the link of a reset mail leads: sends the browser on to `callbackURL`, with the `token` or with `error=INVALID_TOKEN`.',
  },
  'get /list-sessions': {
    summary: 'List your sessions',
    description:
      'All that have not ended. Other sessions than the one that asks show a hash in place of their token: it revokes them, and opens nothing.',
  },
  'post /revoke-session': {
    summary: 'End one of your sessions',
    description: 'Named by its token, or by the hash that the list shows.',
  },
  'post /revoke-sessions': { summary: 'End all of your sessions', description: 'The one that asks ends too.' },
  'post /revoke-other-sessions': { summary: 'End your other sessions', description: 'The one that asks goes on.' },
  'post /link-social': {
    summary: 'Link a provider to the account',
    description:
      'Answers in `url` where the browser goes on, at the provider; afterwards the caller can sign in with it too.',
  },
  'get /list-accounts': {
    summary: 'List your ways to sign in',
    description: 'The password and the providers that are linked to the account.',
  },
  'get /delete-user/callback': {
    summary: 'Follow a deletion mail',
    description: 'Where the link of a deletion mail leads. Works in a session of the account that is to be deleted.',
  },
  'post /unlink-account': { summary: 'Unlink a way to sign in', description: 'The last one stays: 400.' },
  'post /refresh-token': {
    summary: 'Refresh a provider’s tokens',
    description: 'With the refresh token that the provider gave when it was linked.',
  },
  'post /get-access-token': {
    summary: 'Read a provider’s access token',
    description: 'For calls to the provider in the name of the caller; refreshed first when it has ended.',
  },
  'get /account-info': {
    summary: 'Read a provider’s profile',
    description: 'What a linked provider says of the caller.',
  },
});
