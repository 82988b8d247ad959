import type { FileField, StreamedFile, UploadedFile } from '../../routing/declare/files.js';
import type { Schema, SchemaIssue, SchemaResult } from '../../schema/standard-schema.js';
import { isThenable } from '../endpoint/is-thenable.js';
import type { Exchange } from '../endpoint/exchange.js';
import { textReader } from '../request/read-text-values.js';
import { memberKinds } from '../request/schema-kind.js';
import type { MakeBodyReader } from './body-reader.js';
import { hasBody, requireType } from './media-type.js';
import { requireUnread } from './read-whole.js';
import { receiveUpload } from './receive-upload.js';
import { uploadParent } from './upload-folder.js';
import { noUpload, Upload } from './upload.js';

/** What arrived with a request, for as long as it is answered. */
const uploads = new WeakMap<Exchange, Upload>();

export const readMultipart: MakeBodyReader<'multipart'> = ({ form, schema, isKeyed, options }) => {
  const parent = uploadParent(options.tmpdir);
  const readValues = textReader(schema && memberKinds(schema), false);
  return {
    step: (exchange) => {
      const { req, response } = exchange;
      if (!hasBody(req)) return undefined;
      requireUnread(req);
      requireType(req, form.mediaTypes, false);
      const upload = new Upload(response, parent);
      uploads.set(exchange, upload);
      return receiveUpload(req, form, upload, isKeyed).then((digest) => {
        if (digest !== null) exchange.rawBody = digest;
      });
    },
    read: (exchange, issues) => {
      const { fields, files, issues: found } = uploads.get(exchange) ?? noUpload;
      const values = { ...fields };
      readValues(values, issues);
      issues.push(...found, ...missingFiles(form.files, files));
      return { fields: values, files: filesOf(form.files, files) };
    },
    schema: wholeOf(schema),
    during: (exchange, handle) => uploads.get(exchange)?.during(handle) ?? handle(),
  };
};

type Files = Upload['files'];

const missingFiles = (declared: Readonly<Record<string, FileField>>, files: Files): readonly SchemaIssue[] =>
  Object.entries(declared)
    .filter(([name, { optional }]) => !optional && !files.has(name))
    .map(([name]) => ({ path: [name], message: 'Missing file', code: 'file_missing' }));

const filesOf = (declared: Readonly<Record<string, FileField>>, files: Files) =>
  Object.fromEntries(
    Object.entries(declared).map(([name, { max }]) => [
      name,
      max > 1 ? present(files.get(name)) : present(files.get(name))[0],
    ]),
  );

/** Without the places of inputs that were left empty. */
const present = (files: readonly (UploadedFile | StreamedFile)[] = []) => files.filter(Boolean);

interface Parts {
  readonly fields: unknown;
  readonly files: unknown;
}

/** Validates the fields, beside the files. */
function wholeOf(schema: Schema | null): Schema {
  const finish = (result: SchemaResult<unknown>, files: unknown): SchemaResult<unknown> =>
    result.issues ? result : { value: { fields: result.value, files } };
  const validate = (value: unknown) => {
    const { fields, files } = value as Parts;
    const result = schema ? schema['~standard'].validate(fields) : { value: undefined };
    return isThenable<SchemaResult<unknown>>(result)
      ? Promise.resolve(result.then((late) => finish(late, files)))
      : finish(result, files);
  };
  return { '~standard': { version: 1, vendor: 'svckit', validate } };
}
