import { captureSource } from '../../report/load-session.js';
import { declareVerb, declareController, declareFacts } from './declaration.js';
import { readPath, readSchemas } from './read-verb.js';
import type { Method } from './method.js';
import type { Input, RouteSchemas, SuccessOf } from './route-schemas.js';
import { type Class, readDecorated } from '../../wiring/metadata.js';
import type { DeclaredVersion } from './version.js';

/** What a handler gives back, now or later. */
type Answer<T> = T | Response | Promise<T | Response>;

/** Decorates a handler; the second form is that of `experimentalDecorators`. */
interface HandlerDecorator<S extends RouteSchemas, A> {
  <This, H extends (input: Input<S>) => unknown>(
    handler: (input: never) => Answer<NoInfer<A>>,
    context: ClassMethodDecoratorContext<This, H>,
  ): void;
  <H extends (input: Input<S>) => Answer<NoInfer<A>>>(
    prototype: object,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<H>,
  ): void;
}

function verb(method: Method) {
  // The answer is a parameter of its own, so that the compiler prints it written out, and not what it is computed from.
  return <const S extends RouteSchemas = Record<never, never>, A = SuccessOf<S>>(
    path = '',
    ...given: readonly [schemas?: S]
  ) => {
    const source = captureSource();
    const text = readPath(path);
    const read = readSchemas(given);
    const decorate = (target: unknown, given: unknown) =>
      declareVerb(method, text, read, readDecorated(target, given), source);
    return decorate as HandlerDecorator<S, A>;
  };
}

/** `@Get(':id', schemas)`: the path below the controller's, with `:name` parameters, and the route's inputs and answers. */
export const Get = verb('GET');
/** As `Get`, for HEAD. A GET handler answers HEAD too, without a body. */
export const Head = verb('HEAD');
/** As `Get`, for POST; a handler that returns a value answers 201. */
export const Post = verb('POST');
/** As `Get`, for PUT. */
export const Put = verb('PUT');
/** As `Get`, for PATCH. */
export const Patch = verb('PATCH');
/** As `Get`, for DELETE. */
export const Delete = verb('DELETE');
/** As `Get`, for OPTIONS; with `cors`, preflight requests are answered before. */
export const Options = verb('OPTIONS');

/** Marks a class whose decorated methods are handlers, below `path`; `version` applies to those that declare none. */
export function Controller(path = '', { version }: { readonly version?: DeclaredVersion } = {}) {
  const source = captureSource();
  const text = readPath(path);
  return (target: Class, context?: ClassDecoratorContext): void => {
    declareController({ path: text, source }, readDecorated(target, context));
    if (version !== undefined) declareFacts({ version })(target, context!);
  };
}
