import { z } from 'zod';
import { parseDate } from '../../text/date.js';
import { jsonFault, parseJson } from '../../json/parse-json.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';

/** The grammar of members: `[].title`, `lines[].sku`, `["a.b"]`, `query.limit`; `*` is everything. */
export const memberPattern = String.raw`^(?:\*|(?:[\p{L}_$][\p{L}\p{N}_$-]*|\[(?:\d+|\*|"(?:[^"\\]|\\.)*")?\])(?:\.[\p{L}_$][\p{L}\p{N}_$-]*|\[(?:\d+|\*|"(?:[^"\\]|\\.)*")?\])*)$`;

const Member = z
  .string()
  .regex(new RegExp(memberPattern, 'u'))
  .meta({ description: 'A member, such as [].title, ["a.b"] or query.limit; * is everything.' });

const OperationUse = z
  .object({
    operation: z
      .string()
      .regex(/^[A-Z]+ \/\S*$/)
      .meta({ description: 'Method and path, such as GET /books.' }),
    reads: z
      .record(z.string().regex(/^(?:[1-5](?:\d\d|XX)|default)$/), z.array(Member))
      .meta({ description: 'The members that are read of each answer, by status.' }),
    sends: z.array(Member).meta({ description: 'The members that are sent: path.id, query.limit, body.lines[].sku.' }),
    exhaustive: z
      .array(Member)
      .meta({ description: 'The members whose values the code lists one by one, so that a new one breaks it.' }),
    always: z.array(Member).optional().meta({ description: 'The members that every call sends.' }),
    where: z
      .string()
      .optional()
      .meta({ description: 'A place in the code: of what reads everything, else of the call.' }),
    places: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'A place of each member: "200 [].title" of an answer, "query.limit" of what is sent.' }),
  })
  .meta({ description: 'What a consumer uses of an operation.' });

const Release = z.object({
  name: z.string().min(1),
  state: z.enum(['deployed', 'released']).meta({
    description: 'deployed: the newest file replaces it. released: it stays in use, as an app on a phone does.',
  }),
});

/** What a consumer uses of an API: a file that `svc uses` writes. */
export const UsesFile = z
  .object({
    uses: z.literal(1).meta({ description: 'The version of this shape.' }),
    consumer: z.string().regex(/^\S(?:.*\S)?$/),
    revision: z.string().nullable().meta({ description: 'The commit of the consumer.' }),
    api: z.string().min(1).meta({ description: 'The name of the API, as consumers.api of its configuration has it.' }),
    version: z.string().nullable().meta({ description: 'The version of the API; null for an API without versions.' }),
    at: z
      .string()
      .refine((text) => parseDate(text) !== null, 'is not a date')
      .meta({ description: 'The date of the commit.' }),
    complete: z.boolean().meta({ description: 'Whether the file lists all that the consumer uses.' }),
    evidence: z.enum(['scan', 'pact', 'har', 'usage']),
    releases: z.array(Release),
    operations: z.array(OperationUse),
  })
  .meta({ title: 'svc uses', description: 'What a consumer uses of an API. Members may be added within a version.' });

export type UsesFile = z.infer<typeof UsesFile>;
export type OperationUse = z.infer<typeof OperationUse>;

/** A text that is not such a file; the message names the member. */
export class UsesFileError extends Error {
  override readonly name = 'UsesFileError';
}

/** Reads a file that `svc uses` wrote. Throws a UsesFileError. */
export function parseUsesFile(text: string): UsesFile {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw new UsesFileError(`is not JSON: ${jsonFault(error)}`);
  }
  const { data, error } = UsesFile.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  const member = issue!.path.map(String).join('.');
  throw new UsesFileError(`${member === '' ? '' : `has a wrong member "${member}": `}${issue!.message}`);
}

/** The text of a file, with operations and members in a stable order and a final newline. */
export function writeUsesFile(file: UsesFile): string {
  const operations = file.operations
    .map((one) => ({ ...one, reads: Object.fromEntries(Object.entries(one.reads).sort(byName)) }))
    .sort((a, b) => codeUnitOrder(a.operation, b.operation));
  return `${JSON.stringify({ ...file, operations }, null, 2)}\n`;
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => codeUnitOrder(a, b);

/** Whether two files say the same, whatever their dates and revisions. */
export function sameUses(a: UsesFile, b: UsesFile): boolean {
  const core = (file: UsesFile) => writeUsesFile({ ...file, at: '', revision: null });
  return core(a) === core(b);
}
