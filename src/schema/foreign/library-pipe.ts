import { $constructor, $ZodPipe, clone, type $ZodPipeDef, type $ZodType, type ParsePayload } from 'zod/v4/core';
import type { Schema, SchemaResult } from '../standard-schema.js';

/** Zod's picture of another library's schema: `in` and `out` are its two sides, and the library itself parses. */
export interface LibraryPipeDef extends $ZodPipeDef {
  /** Absent in a rebuilt copy, which parses what its `in` says. */
  readonly original?: Schema | undefined;
}

const name = 'SvckitLibraryPipe';

const $LibraryPipe = $constructor(name, (pipe: $ZodType, def: LibraryPipeDef) => {
  $ZodPipe.init(pipe as $ZodPipe, def);
  (pipe._zod.deferred ??= []).push(() => {
    const { run } = pipe._zod;
    pipe._zod.run = (payload, context) => (def.original ? runLibrary(def.original, payload) : run(payload, context));
  });
});

export function libraryPipe(input: $ZodType, output: $ZodType, original: Schema): $ZodType {
  return new $LibraryPipe({ type: 'pipe', in: input, out: output, original });
}

/** The schema whose picture this is; null for any other, and for a rebuilt copy. */
export function libraryOf(schema: $ZodType): Schema | null {
  return (schema._zod.def as Partial<LibraryPipeDef>).original ?? null;
}

/** What a picture takes and what it returns; null for any other schema. */
export function pictureSides(schema: $ZodType): readonly [input: $ZodType, output: $ZodType] | null {
  if (!schema._zod.traits.has(name)) return null;
  const { in: input, out: output } = schema._zod.def as LibraryPipeDef;
  return [input as $ZodType, output as $ZodType];
}

/** The same picture with other words on its sides. */
export function withSides(schema: $ZodType, input: $ZodType, output: $ZodType): $ZodType {
  return clone(schema, { ...schema._zod.def, in: input, out: output } as never);
}

function runLibrary(library: Schema, payload: ParsePayload): ParsePayload | Promise<ParsePayload> {
  const result = library['~standard'].validate(payload.value);
  return 'then' in result ? Promise.resolve(result).then((late) => take(payload, late)) : take(payload, result);
}

function take(payload: ParsePayload, result: SchemaResult<unknown>): ParsePayload {
  if (!result.issues) payload.value = result.value;
  for (const { message, code = 'invalid', path = [] } of result.issues ?? [])
    payload.issues.push({
      code,
      message,
      input: payload.value,
      path: path.map((part) => (typeof part === 'object' ? part.key : part)),
    } as never);
  return payload;
}
