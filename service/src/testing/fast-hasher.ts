import { createHash } from 'node:crypto';
import type { PasswordHasher } from '../auth/password-hasher.js';

const digest = (password: string) => createHash('sha256').update(password.normalize('NFKC')).digest('hex');

/** Takes microseconds where the service's own takes a tenth of a second. */
export const fastHasher: PasswordHasher = {
  hash: async (password) => digest(password),
  verify: async ({ hash, password }) => hash === digest(password),
};
