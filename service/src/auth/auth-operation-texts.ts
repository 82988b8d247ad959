export interface OperationText {
  readonly summary: string;
  readonly description: string;
  /** Descriptions of parameters that better-auth leaves without one. */
  readonly parameters?: Readonly<Record<string, string>>;
}

const provider = { id: 'The provider, by its name in sign-in/social.' };

/** What each operation does in this service, by method and path below the mount. */
export const authOperationTexts: Readonly<Record<string, OperationText>> = Object.freeze({
  'post /sign-in/social': {
    summary: 'Sign in with a provider',
    description:
      'Returns in `url` where the browser continues at the provider. With an `idToken` of the provider, returns a session at once.',
  },
  'get /callback/{id}': {
    summary: 'Return from a provider',
    description:
      'The provider redirects the browser here with a code: signs in, and redirects to the `callbackURL` of the sign-in.',
    parameters: provider,
  },
  'post /callback/{id}': {
    summary: 'Return from a provider with a form',
    description: 'The same as GET, for providers that make the browser send a POST.',
    parameters: provider,
  },
  'get /get-session': {
    summary: 'Read the session',
    description: 'The session and the account of the caller; null without credentials.',
  },
  'post /get-session': { summary: 'Read the session by POST', description: 'The same as GET.' },
  'post /sign-out': {
    summary: 'Sign out',
    description: 'Ends the session of the caller: its token and cookie are rejected from the next request on.',
  },
  'post /sign-up/email': {
    summary: 'Sign up with a password',
    description:
      'Creates an account, and a session unless the address must be verified first. ' +
      'A taken address is a 422; where verification is required, it gets the same answer as a free one.',
  },
  'post /sign-in/email': {
    summary: 'Sign in with a password',
    description:
      'Returns the token of a new session, and sets it as a cookie. After ten wrong passwords within 15 minutes, the account gets 429.',
  },
  'post /reset-password': {
    summary: 'Set a new password by mail',
    description: 'Accepts the token of a reset mail, once. Ends all sessions of the account.',
  },
  'post /verify-password': {
    summary: 'Check a password',
    description: "Checks the caller's password; 400 when it is wrong.",
  },
  'get /verify-email': {
    summary: 'Verify an address',
    description:
      'The target of the link in a verification mail. Redirects the browser to `callbackURL` if it is given.',
  },
  'post /send-verification-email': {
    summary: 'Send the verification mail again',
    description: 'For an address that is not verified yet; 400 when the service sends no verification mails.',
  },
  'post /change-email': {
    summary: 'Change the address',
    description:
      'Takes effect at once while the address is not verified and no account has a role. Otherwise the new address confirms by mail, after the old one if that is verified.',
  },
  'post /change-password': {
    summary: 'Change the password',
    description:
      'Requires the current password. With `revokeOtherSessions` every session ends, and a new one is returned.',
  },
  'post /update-session': {
    summary: 'Keep data in the session',
    description: 'Adds members to `session.data`, which holds up to 4,096 characters of JSON; null removes a member.',
  },
  'post /update-user': {
    summary: 'Change the name or the picture',
    description: 'Omitted members stay unchanged; null removes the picture.',
  },
  'post /delete-user': {
    summary: 'Delete the account',
    description:
      'Takes effect at once with the password or in a fresh session; where deletions must be confirmed, through a link sent by mail.',
  },
  'post /request-password-reset': {
    summary: 'Ask for a reset mail',
    description: 'The mail links to `redirectTo` with a `token`. The answer is the same for an unknown address.',
  },
  'get /reset-password/{token}': {
    summary: 'Follow a reset mail',
    description:
      'The target of the link in a reset mail: redirects the browser to `callbackURL` with the `token` or with `error=INVALID_TOKEN`.',
  },
  'get /list-sessions': {
    summary: 'List your sessions',
    description:
      'All active sessions. Sessions other than the current one show a hash instead of their token, which can only revoke them.',
  },
  'post /revoke-session': {
    summary: 'End one of your sessions',
    description: 'Identified by its token, or by the hash in the list.',
  },
  'post /revoke-sessions': { summary: 'End all of your sessions', description: 'Including the current one.' },
  'post /revoke-other-sessions': { summary: 'End your other sessions', description: 'The current one continues.' },
  'post /link-social': {
    summary: 'Link a provider to the account',
    description:
      'Returns in `url` where the browser continues at the provider; afterwards the caller can also sign in with it.',
  },
  'get /list-accounts': {
    summary: 'List your ways to sign in',
    description: 'The password and the linked providers of the account.',
  },
  'get /delete-user/callback': {
    summary: 'Follow a deletion mail',
    description: 'The target of the link in a deletion mail. Requires a session of the account to be deleted.',
  },
  'post /unlink-account': { summary: 'Unlink a way to sign in', description: 'The last one cannot be unlinked: 400.' },
  'post /refresh-token': {
    summary: 'Refresh a provider’s tokens',
    description: 'Uses the refresh token that the provider issued when it was linked.',
  },
  'post /get-access-token': {
    summary: 'Read a provider’s access token',
    description: 'For calls to the provider on behalf of the caller; refreshed first if it has expired.',
  },
  'get /account-info': {
    summary: 'Read a provider’s profile',
    description: "The caller's profile at a linked provider.",
  },
});
