import { captureSource } from '../../wiring/load-session.js';
import type { Class } from '../../wiring/metadata.js';
import { declareController, declareFacts } from './declaration.js';
import { readPath } from './read-verb.js';
import type { DeclaredVersion } from './declared-version.js';

/** Marks a class whose decorated methods are handlers, below `path`; `version` goes for all of them that name none. */
export function Controller(path = '', { version }: { readonly version?: DeclaredVersion } = {}) {
  const source = captureSource();
  const text = readPath(path);
  return (target: Class, context: ClassDecoratorContext): void => {
    declareController({ path: text, source }, context);
    if (version !== undefined) declareFacts({ version })(target, context);
  };
}
