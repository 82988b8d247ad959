import type { BodyForm, BodyKind } from '../../routing/declare/bodies.js';
import type { BodyFacts, BodyReader, MakeBodyReader } from './body-reader.js';
import { readBytes } from './bytes-body.js';
import { readForm } from './form-body.js';
import { readJson } from './json-body.js';
import { readMultipart } from './multipart-body.js';
import { readNdjson } from './ndjson-body.js';
import { readSeveral } from './several-body.js';
import { readText } from './text-body.js';

export type { BodyReader };

const readers: { readonly [Kind in BodyKind]: MakeBodyReader<Kind> } = {
  json: readJson,
  form: readForm,
  text: readText,
  bytes: readBytes,
  ndjson: readNdjson,
  multipart: readMultipart,
  several: readSeveral,
};

/** The reader of a route's bodies. */
export function bodyReader(facts: BodyFacts<BodyForm>): BodyReader {
  const make = readers[facts.form.kind] as (facts: BodyFacts<BodyForm>) => BodyReader;
  return make(facts);
}
