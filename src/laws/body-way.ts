import type { $ZodType } from 'zod/v4/core';
import type { BodyForm, FormOf } from '../routing/declare/bodies.js';
import type { FileField } from '../routing/declare/files.js';
import { ItemStream } from '../routing/declare/streams.js';
import type { ResponseDetail } from '../routing/declare/response-entry.js';
import { findMisfits, type Misfits } from '../schema/find-misfits.js';
import { always, type Finished, finishWith, type Input, objectInput } from './way.js';

/** A body as the laws draw, convert and judge it: as plain data, whatever a change gets in a request or an answer. */
export interface BodyWay {
  /** Plain values of it. */
  readonly input: Input;
  /** What a change gets for a plain value. */
  readonly give: (plain: unknown) => unknown;
  /** The plain value of what a change returned. */
  readonly take: (returned: unknown) => unknown;
  readonly misfits: (plain: unknown) => Misfits;
  /** The rest of the newest schema, for what it describes of the body. */
  readonly finish: (finisher: $ZodType, plain: unknown) => Finished;
}

const none: Misfits = { wrong: [], surplus: [] };
const wrong = (message: string, pointer = ''): Misfits => ({ wrong: [{ pointer, message }], surplus: [] });
const asItIs = (value: unknown) => value;

/** The body of a request in some form; `schema` describes all of it, its fields, or its items. */
export function requestBodyWay(form: BodyForm | null, schema: unknown): BodyWay {
  switch (form?.kind) {
    case 'multipart':
      return multipartWay(form, schema);
    case 'ndjson':
      return { ...items(isAsyncIterable), give: () => noItems };
    case 'text':
      return { ...text, give: asItIs, take: asItIs };
    case 'bytes':
      return {
        ...text,
        give: (plain) => Buffer.from(String(plain)),
        take: (returned) => (returned instanceof Uint8Array ? Buffer.from(returned).toString() : returned),
      };
    default:
      return valueWay(schema);
  }
}

/** The body of an answer; where it is a stream, its items go through the changes one by one, later. */
export function answerBodyWay({ schema, stream }: ResponseDetail): BodyWay {
  if (stream === undefined) return valueWay(schema);
  return { ...items((body) => body instanceof ItemStream), give: () => new ItemStream(stream, [], 0) };
}

function valueWay(schema: unknown): BodyWay {
  return {
    input: schema ? { kind: 'schema', schema } : always(undefined),
    give: asItIs,
    take: asItIs,
    misfits: (plain) => (schema ? findMisfits(schema, plain) : none),
    finish: finishWith,
  };
}

const text: Pick<BodyWay, 'input' | 'misfits' | 'finish'> = {
  input: { kind: 'text' },
  misfits: (plain) => (typeof plain === 'string' ? none : wrong('expected text or bytes')),
  finish: (_finisher, value) => ({ value }),
};

const isAsyncIterable = (body: unknown) => typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

const noItems: AsyncIterable<unknown> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};

/** Items that nobody reads here stand as undefined. */
function items(isThat: (body: unknown) => boolean): Omit<BodyWay, 'give'> {
  return {
    input: always(undefined),
    take: (returned) => (isThat(returned) ? undefined : returned),
    misfits: (plain) => (plain === undefined ? none : wrong('expected a stream of items')),
    finish: (_finisher, value) => ({ value }),
  };
}

function multipartWay({ files }: FormOf<'multipart'>, schema: unknown): BodyWay {
  const fields = valueWay(schema);
  const parts = (plain: unknown) => Object(plain) as { readonly fields?: unknown; readonly files?: unknown };
  return {
    input: objectInput({
      fields: fields.input,
      files: objectInput(
        Object.fromEntries(Object.entries(files).map(([name, file]) => [name, fileInput(name, file)])),
      ),
    }),
    give: asItIs,
    take: asItIs,
    misfits: (plain) => {
      const found = fields.misfits(parts(plain).fields);
      const given = Object(parts(plain).files) as Readonly<Record<string, unknown>>;
      const missing = Object.keys(files).find((name) => !files[name]!.optional && given[name] === undefined);
      const unknown = Object.keys(given).filter((name) => given[name] !== undefined && !Object.hasOwn(files, name));
      return {
        wrong: [
          ...found.wrong.map((one) => ({ ...one, pointer: `/fields${one.pointer}` })),
          ...(missing === undefined ? [] : wrong('expected a file', `/files/${missing}`).wrong),
        ],
        surplus: [...found.surplus.map((one) => `/fields${one}`), ...unknown.map((name) => `/files/${name}`)],
      };
    },
    finish: (finisher, plain) => {
      const finished = finishWith(finisher, parts(plain).fields);
      return 'refused' in finished ? finished : { value: { ...parts(plain), fields: finished.value } };
    },
  };
}

/** What a change may read of a file without waiting. */
function fileInput(name: string, { mediaTypes, max, optional }: FileField): Input {
  const mediaType = mediaTypes?.[0]?.replace('*', 'plain') ?? 'application/octet-stream';
  const one = { name, mediaType, size: 0, path: `/tmp/${name}` };
  if (max > 1) return { kind: 'either', inputs: [...(optional ? [[]] : []), [one], [one, one]].map(always) };
  return optional ? { kind: 'either', inputs: [always(one), always(undefined)] } : always(one);
}
