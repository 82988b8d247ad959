/** Turns passwords into what is stored. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(given: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** better-auth's scrypt, loaded with the first password. */
export const scryptHasher: PasswordHasher = {
  hash: async (password) => (await import('better-auth/crypto')).hashPassword(password),
  verify: async (given) => (await import('better-auth/crypto')).verifyPassword(given),
};
