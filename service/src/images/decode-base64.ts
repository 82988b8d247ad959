const whole = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/** True for base64 as RFC 4648, section 4, defines it: padded, without line breaks or stray bits, and not empty. */
export function isBase64(text: string): boolean {
  return text !== '' && whole.test(text);
}

/** The bytes of a text that `isBase64` accepts. */
export function decodeBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64');
}
