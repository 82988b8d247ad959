import { declareFacts } from './declaration.js';

const neutral: unique symbol = Symbol.for('svckit.version-neutral');

/** Served whatever version a request names, and at the unversioned path. */
export const VERSION_NEUTRAL: typeof neutral = neutral;

export type DeclaredVersion = string | readonly string[] | typeof VERSION_NEUTRAL;

/** The handler's version or versions, whatever its controller says. */
export const Version = (version: DeclaredVersion) => declareFacts({ version });
