import { createHmac, timingSafeEqual } from 'node:crypto';

export type PresignedMethod = 'GET' | 'PUT';

export interface PresignedAddress {
  readonly url: string;
  readonly expiresAt: Date;
}

export interface PresignedClaim {
  readonly method: PresignedMethod;
  readonly key: string;
  /** Unix seconds, in decimal. */
  readonly expires: string;
  /** Hexadecimal HMAC-SHA-256. */
  readonly signature: string;
}

export interface PresignedAddressesOptions {
  /** The 32-byte signing key; read on each use, because it may become available late. */
  readonly signingKey: () => Buffer;
  /** The URL that the query is appended to: a path of the service, or its absolute URL. */
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Signs addresses that allow one method on one key until an expiry time, and verifies them. */
export class PresignedAddresses {
  constructor(private readonly options: PresignedAddressesOptions) {}

  sign(method: PresignedMethod, key: string, seconds: number): PresignedAddress {
    const expires = Math.floor(this.options.now() / 1000) + seconds;
    const query = new URLSearchParams({
      key,
      method,
      signature: this.#signature(method, key, String(expires)).toString('hex'),
      expires: String(expires),
    });
    return Object.freeze({ url: `${this.options.address}?${query}`, expiresAt: new Date(expires * 1000) });
  }

  verify(claim: PresignedClaim): 'valid' | 'expired' | 'tampered' {
    const expected = this.#signature(claim.method, claim.key, claim.expires);
    const given = Buffer.from(claim.signature, 'hex');
    if (!/^[0-9a-f]{64}$/.test(claim.signature) || !timingSafeEqual(given, expected)) return 'tampered';
    return Number(claim.expires) * 1000 > this.options.now() ? 'valid' : 'expired';
  }

  #signature(method: PresignedMethod, key: string, expires: string): Buffer {
    return createHmac('sha256', this.options.signingKey())
      .update(JSON.stringify([method, key, expires]))
      .digest();
  }
}
