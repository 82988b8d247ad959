/** Social providers that need nothing but a client id and a client secret, by better-auth's names. */
export const simpleProviders = Object.freeze([
  'apple',
  'discord',
  'facebook',
  'github',
  'gitlab',
  'google',
  'linkedin',
  'microsoft',
] as const);
