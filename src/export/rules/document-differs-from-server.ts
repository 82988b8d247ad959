import { bareOf } from '../../changes/lineage.js';
import { isObject, type Json } from '../../json/json.js';
import { partNames, type RequestPart } from '../../routing/declare/request-parts.js';
import { objectMembers } from '../document/object-members.js';
import type { JsonSchema } from '../document/open-api.js';
import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import { type BootProblem, problem } from '../../report/boot-problem.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import type { Schema, SchemaIssue } from '../../schema/standard-schema.js';
import { definitionOf, schemasIn } from '../../schema/zod-tree.js';
import { createExamples } from '../document/examples.js';
import { atRoute, routeName, type Rule } from './rule.js';
import { tryReadSchema } from './try-read-schema.js';

type Tree = Parameters<typeof definitionOf>[0];

/** A client that does as the document says would be refused, or get no answer. */
export const documentDiffersFromServer: Rule = {
  id: 'document-differs-from-server',
  severity: 'error',
  summary:
    'A value that the document allows of each body, parameter and answer is one that the service takes and sends; a warning for one that it takes against the document.',
  find: ({ routes }) => {
    const sent = new Set(routes.flatMap(({ schemas: { body } }) => codecsIn(body)));
    return routes.flatMap((route) => [
      ...partNames.flatMap((part) => refusedPart(route, part)),
      ...takenBody(route),
      ...unsendable(route),
      ...unrepeatable(route, sent),
      ...flagged(route),
    ]);
  },
};

const partWords: Readonly<Record<RequestPart, string>> = {
  params: 'path',
  query: 'query',
  headers: 'headers',
  cookies: 'cookies',
  body: 'body',
};

/** What is documented and never taken: `z.date()` is described as text, and JSON has no dates. */
function refusedPart(route: Route, part: RequestPart): readonly BootProblem[] {
  const schema = route.schemas[part];
  const drawn = schema && drawnValue(schema);
  if (!drawn) return [];
  const value = part === 'body' ? drawn.value : asRead(schema, drawn);
  const refused = issuesOf(schema, value).find(isOfKind);
  if (!refused) return [];
  const place = (refused.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
  return [
    problem(
      'document-differs-from-server',
      `The ${partWords[part]} of ${routeName(route)} may be ${show(drawn.value)} by ${part === 'body' ? 'its' : 'the'} document, and is refused: ${refused.message}${place.length === 0 ? '' : ` at ${place.join('.')}`}.`,
      fixOf(schema, part),
      atRoute(route),
    ),
  ];
}

/** Whether a value is refused for what it is, which its description would say; a rule of its own is not in JSON Schema. */
function isOfKind(issue: SchemaIssue): boolean {
  const { code, errors } = issue as SchemaIssue & { readonly errors?: readonly (readonly SchemaIssue[])[] };
  if (code === 'invalid_union' && errors?.length) return errors.every((option) => option.some(isOfKind));
  return code === 'invalid_type' || code === 'invalid_value';
}

/** A value of parameters as the server reads their text: each optional member too, and integers as bigints where the schema has these. */
function asRead(schema: Schema, { value, members }: Drawn): unknown {
  const shape = zodTreeOf(schema);
  const def = shape && definitionOf(shape);
  const named = def?.type === 'object' ? (def.shape as Readonly<Record<string, Tree>>) : {};
  const all = { ...(value as object), ...Object.fromEntries(members) };
  return Object.fromEntries(
    Object.entries(all).map(([name, one]) => {
      const member = named[name] && definitionOf(bareOf(named[name]));
      return [name, member?.type === 'bigint' && Number.isInteger(one) ? BigInt(one as number) : one];
    }),
  );
}

/** What the document refuses of a body and the service takes: `.catch()`, `z.coerce` and a preprocess do. */
function takenBody(route: Route): readonly BootProblem[] {
  const { body } = route.schemas;
  const tree = zodTreeOf(body);
  const drawn = body && tree && [...schemasIn([tree])].some(takesMore) ? drawnValue(body) : null;
  if (!body || !drawn || issuesOf(body, drawn.value).length > 0) return [];
  for (const taken of changedOnce(drawn.value)) {
    if (!drawn.refuses(taken) || !isTaken(body, taken)) continue;
    return [
      problem(
        'document-differs-from-server',
        `The body of ${routeName(route)} may not be ${show(taken)} by its document, and is taken.`,
        'Describe what the schema takes with .meta({ … }), or take only what it describes: .catch(), z.coerce and preprocess take more.',
        { ...atRoute(route), severity: 'warning' },
      ),
    ];
  }
  return [];
}

const others: readonly Json[] = ['text', '1', 1, true, null, [], {}];

/** A value with something else in one of its places. */
function* changedOnce(value: Json): Generator<Json> {
  if (isObject(value))
    for (const [name, member] of Object.entries(value))
      for (const changed of changedOnce(member as Json)) yield { ...value, [name]: changed };
  if (Array.isArray(value))
    for (const [index, item] of (value as readonly Json[]).entries())
      for (const changed of changedOnce(item)) yield value.with(index, changed) as Json;
  yield* others;
}

/** What is described by what comes of it; a schema that is described by hand is its author's word. */
function takesMore(schema: Tree): boolean {
  const def = definitionOf(schema);
  if (def.type === 'pipe') return definitionOf(def.in as Tree).type === 'transform';
  return def.type === 'catch' || ('coerce' in def && def.coerce === true);
}

/** A codec that answers with what no request may hold: what a client reads, it cannot send again. */
function unrepeatable(route: Route, sent: ReadonlySet<Tree>): readonly BootProblem[] {
  return Object.entries(route.responses).flatMap(([status, entry]) => {
    const { schema } = responseDetail(entry);
    for (const codec of codecsIn(schema)) {
      const answered = sent.has(codec) ? drawnValue(codec as never, 'output') : null;
      const refused = answered && issuesOf(codec as never, answered.value).some(isOfKind);
      if (refused)
        return [
          problem(
            'document-differs-from-server',
            `The answer ${status} of ${routeName(route)} holds ${show(answered.value)} where a request has the same codec, which refuses that value: what a client reads, it cannot send again.`,
            'Answer with what requests have: give the answer a schema of the text, and encode the value in the handler.',
            atRoute(route),
          ),
        ];
    }
    return [];
  });
}

/** The codecs in a schema: pipes that lead both ways. */
function codecsIn(schema: Schema | undefined): readonly Tree[] {
  const tree = zodTreeOf(schema);
  return tree ? [...schemasIn([tree])].filter((one) => 'reverseTransform' in definitionOf(one)) : [];
}

/** A flag of a regular expression, which a pattern of JSON Schema has no place for. */
function flagged(route: Route): readonly BootProblem[] {
  const answers = Object.values(route.responses).map((entry) => responseDetail(entry).schema);
  const trees = [...partNames.map((part) => route.schemas[part]), ...answers].flatMap(
    (schema) => zodTreeOf(schema) ?? [],
  );
  const patterns = [...schemasIn(trees)].flatMap(patternsOf).filter(isChangedByFlags);
  return [...new Map(patterns.map((pattern) => [String(pattern), pattern])).values()].map((pattern) =>
    problem(
      'document-differs-from-server',
      `${routeName(route)} checks ${String(pattern)}, and its document has the pattern ${pattern.source}, without the flag ${pattern.flags.replaceAll(/[^imsy]/g, '')}.`,
      'Write the pattern without flags, such as /^[aA][bB]$/ in place of /^ab$/i.',
      atRoute(route),
    ),
  );
}

function patternsOf(schema: Tree): readonly RegExp[] {
  const { checks = [] } = definitionOf(schema);
  return checks.flatMap((check) => {
    const { pattern } = check._zod.def as { readonly pattern?: unknown };
    return pattern instanceof RegExp ? [pattern] : [];
  });
}

/** Whether a pattern without its flags matches other texts. */
function isChangedByFlags({ source, flags }: RegExp): boolean {
  const plain = source.replaceAll(/\\(?:[pP]\{[^}]*\}|u\{?[\da-fA-F]+\}?|x[\da-fA-F]{2}|c[a-zA-Z]|k<[^>]*>|.)/g, '');
  return (
    (flags.includes('i') && /\p{L}/u.test(plain)) ||
    (flags.includes('m') && /[\^$]/.test(plain)) ||
    (flags.includes('s') && plain.includes('.')) ||
    (flags.includes('y') && !plain.startsWith('^'))
  );
}

/** JSON cannot hold a bigint, so that the answer is a 500. */
function unsendable(route: Route): readonly BootProblem[] {
  return Object.entries(route.responses).flatMap(([status, entry]) => {
    const { schema, mediaTypes = ['application/json'] } = responseDetail(entry);
    if (!schema || !mediaTypes.some((type) => /[/+]json\b/.test(type)) || !givesBigInt(schema)) return [];
    return [
      problem(
        'document-differs-from-server',
        `The answer ${status} of ${routeName(route)} holds a bigint, which is documented as an integer and cannot be sent as JSON.`,
        'Send a number, or text: z.string().',
        atRoute(route),
      ),
    ];
  });
}

/** Of a pipe, what comes out counts. */
function givesBigInt(schema: Schema): boolean {
  const tree = zodTreeOf(schema);
  if (!tree) return false;
  const inputs = new Set([...schemasIn([tree])].flatMap((one) => pipeInput(one)));
  return [...schemasIn([tree])].some((one) => !inputs.has(one) && definitionOf(one).type === 'bigint');
}

function pipeInput(schema: Parameters<typeof definitionOf>[0]) {
  const def = definitionOf(schema);
  return def.type === 'pipe' ? [...schemasIn([def.in as Parameters<typeof definitionOf>[0]])] : [];
}

interface Drawn {
  readonly value: Json;
  /** A value of each declared member, those that may be missing too. */
  readonly members: readonly (readonly [name: string, value: Json])[];
  readonly refuses: (value: Json) => boolean;
}

function drawnValue(schema: Schema, io: 'input' | 'output' = 'input'): Drawn | null {
  const { reading } = tryReadSchema(schema, io);
  if (!reading) return null;
  const definitions = Object.fromEntries(
    Object.entries(reading.definitions).map(([name, { schema: own }]) => [name, own] as const),
  );
  const examples = createExamples(definitions, '#/$defs/');
  const value = examples.of(reading.root);
  if (value === undefined) return null;
  const resolve = (part: JsonSchema) => definitions[String(part.$ref).replace('#/$defs/', '')] ?? part;
  const members = objectMembers(reading.root, resolve).flatMap(({ name, schema: member }) => {
    const drawn = examples.of(member);
    return drawn === undefined ? [] : [[name, drawn] as const];
  });
  return { value, members, refuses: (one) => examples.refuses(reading.root, one) };
}

const show = (value: Json) => JSON.stringify(value);

/** None where the schema needs time. */
function issuesOf(schema: Schema, value: unknown): readonly SchemaIssue[] {
  try {
    const result = schema['~standard'].validate(value);
    return 'then' in result ? [] : (result.issues ?? []);
  } catch {
    return [];
  }
}

/** Whether a schema takes a value at once. */
function isTaken(schema: Schema, value: unknown): boolean {
  try {
    const result = schema['~standard'].validate(value);
    return !('then' in result) && !result.issues;
  } catch {
    return false;
  }
}

function fixOf(schema: Schema, part: RequestPart): string {
  const tree = zodTreeOf(schema);
  const types = new Set(tree ? [...schemasIn([tree])].map((one) => definitionOf(one).type) : []);
  if (types.has('date')) return 'JSON has no dates: write z.coerce.date(), or z.iso.datetime() and convert it.';
  if (types.has('bigint') && part === 'body')
    return 'JSON has no bigints: write z.coerce.bigint(), or text: z.string().';
  return 'Let the schema take what its description says, or describe what it takes with .meta({ … }).';
}
