import {
  $constructor,
  $ZodPipe,
  clone,
  type $ZodPipeDef,
  type $ZodType,
  type ParsePayload,
  safeParse,
} from 'zod/v4/core';
import type { Schema, SchemaResult } from '../standard-schema.js';
import { byType, isRefusedByType } from '../type-failure.js';

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
    pipe._zod.run = (payload, context) =>
      def.original
        ? runLibrary(def.original, payload, context.reportInput ? (def.in as $ZodType) : null)
        : run(payload, context);
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

/** With the `picture` of what the library takes, an issue says whether the value has the wrong type. */
function runLibrary(
  library: Schema,
  payload: ParsePayload,
  picture: $ZodType | null,
): ParsePayload | Promise<ParsePayload> {
  const result = library['~standard'].validate(payload.value);
  return 'then' in result
    ? Promise.resolve(result).then((late) => take(payload, late, picture))
    : take(payload, result, picture);
}

function take(payload: ParsePayload, result: SchemaResult<unknown>, picture: $ZodType | null): ParsePayload {
  if (!result.issues) {
    payload.value = result.value;
    return payload;
  }
  const wrong = picture && placesOfWrongTypes(picture, payload.value);
  for (const { message, code = 'invalid', path: steps = [] } of result.issues) {
    const path = steps.map((part) => (typeof part === 'object' ? part.key : part));
    const issue = { code, message, input: payload.value, path, ...(wrong && { [byType]: wrong.has(keyOf(path)) }) };
    payload.issues.push(issue as never);
  }
  return payload;
}

/** Where Zod's picture finds a value of another type; a library does not say why it refuses one. */
function placesOfWrongTypes(picture: $ZodType, value: unknown): ReadonlySet<string> {
  const { error } = safeParse(picture, value, { reportInput: true });
  return new Set(
    (error?.issues ?? []).flatMap((issue) => (isRefusedByType(issue as never) ? [keyOf(issue.path)] : [])),
  );
}

const keyOf = (path: readonly PropertyKey[]) => JSON.stringify(path.map(String));
