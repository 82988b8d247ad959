import { declareFacts } from './declaration.js';
import type { DeclaredVersion } from './declared-version.js';

/** The handler's version or versions, whatever its controller says. */
export const Version = (version: DeclaredVersion) => declareFacts({ version });
