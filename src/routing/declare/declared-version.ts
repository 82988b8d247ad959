const neutral: unique symbol = Symbol.for('svckit.version-neutral');

/** Served whatever version a request names, and at the unversioned path. */
export const VERSION_NEUTRAL: typeof neutral = neutral;

export type DeclaredVersion = string | readonly string[] | typeof VERSION_NEUTRAL;
