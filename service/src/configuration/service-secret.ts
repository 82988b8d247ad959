import { hkdfSync } from 'node:crypto';
import { keepSecret } from './keep-secret.js';

/** A 32-byte key for one purpose (HKDF-SHA-256, RFC 5869); keys of different purposes reveal nothing about each other or the secret. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'svckit', purpose, 32));
}

export interface ServiceSecretOptions {
  /** AUTH_SECRET, where it is set. */
  readonly secret?: string | undefined;
  readonly dataDir: string;
  readonly production: boolean;
  readonly warn: (message: string) => void;
}

/** The secret that all signatures of this service depend on: AUTH_SECRET, else one kept in the data folder. Available from `onInit` on. */
export class ServiceSecret {
  readonly #options: ServiceSecretOptions;
  #value: string | null = null;

  constructor(options: ServiceSecretOptions) {
    this.#options = options;
    this.#value = options.secret ?? null;
  }

  async onInit(): Promise<void> {
    if (this.#value !== null) return;
    const { dataDir, production, warn } = this.#options;
    this.#value = await keepSecret(dataDir);
    if (production)
      warn(`AUTH_SECRET is not set. Using the secret in ${dataDir}. Set AUTH_SECRET to run on more than one machine.`);
  }

  get value(): string {
    if (this.#value === null) throw new Error('The service secret is not available before onInit().');
    return this.#value;
  }

  /** A 32-byte key for one purpose, such as "cursor". */
  derive(purpose: string): Buffer {
    return deriveKey(this.value, purpose);
  }
}
