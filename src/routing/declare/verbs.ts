import { captureSource } from '../../wiring/load-session.js';
import { declareVerb, declareController, declareFacts } from './declaration.js';
import { readPath, readSchemas } from './read-verb.js';
import type { Method } from '../table/route.js';
import type { HandlerResult, Input, RouteSchemas } from './route-schemas.js';
import type { Class } from '../../wiring/metadata.js';
import type { DeclaredVersion } from './version.js';

type Handler<S extends RouteSchemas> = (input: Input<S>) => HandlerResult<S> | Promise<HandlerResult<S>>;

function verb(method: Method) {
  return <const S extends RouteSchemas = Record<never, never>>(path = '', ...given: readonly [schemas?: S]) => {
    const source = captureSource();
    const text = readPath(path);
    const read = readSchemas(given);
    return <This, H extends Handler<S>>(_handler: H, context: ClassMethodDecoratorContext<This, H>): void =>
      declareVerb(method, text, read, context as ClassMethodDecoratorContext, source);
  };
}

/** `@Get(':id', schemas)`: the path below the controller's, with `:name` parameters, and the route's inputs and answers. */
export const Get = verb('GET');
export const Head = verb('HEAD');
export const Post = verb('POST');
export const Put = verb('PUT');
export const Patch = verb('PATCH');
export const Delete = verb('DELETE');
export const Options = verb('OPTIONS');

/** Marks a class whose decorated methods are handlers, below `path`; `version` applies to those that declare none. */
export function Controller(path = '', { version }: { readonly version?: DeclaredVersion } = {}) {
  const source = captureSource();
  const text = readPath(path);
  return (target: Class, context: ClassDecoratorContext): void => {
    declareController({ path: text, source }, context);
    if (version !== undefined) declareFacts({ version })(target, context);
  };
}
