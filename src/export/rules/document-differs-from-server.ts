import { requestParts } from '../../routing/declare/request-parts.js';
import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import { type BootProblem, problem } from '../../report/boot-problem.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import type { Schema, SchemaIssue } from '../../schema/standard-schema.js';
import { definitionOf, schemasIn } from '../../schema/zod-tree.js';
import { createExamples } from '../document/examples.js';
import { atRoute, routeName, type Rule } from './rule.js';
import { tryReadSchema } from './try-read-schema.js';

/** A client that does as the document says would be refused, or get no answer. */
export const documentDiffersFromServer: Rule = {
  id: 'document-differs-from-server',
  severity: 'error',
  summary: 'A value of each body and answer that the document allows is one that the service takes and sends.',
  find: ({ routes }) => routes.flatMap((route) => [...refusedBody(route), ...unsendable(route)]),
};

/** What is documented as JSON and never taken: `z.date()` is described as text, and JSON has no dates. */
function refusedBody(route: Route): readonly BootProblem[] {
  const { body } = route.schemas;
  if (!body) return [];
  const drawn = drawnValue(body);
  if (!drawn) return [];
  const refused = issuesOf(body, drawn.value).find(({ code }) => code === 'invalid_type');
  if (!refused) return [];
  const place = (refused.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
  return [
    problem(
      'document-differs-from-server',
      `The ${requestParts.body} of ${routeName(route)} may be ${JSON.stringify(drawn.value)} by its document, and is refused: ${refused.message}${place.length === 0 ? '' : ` at ${place.join('.')}`}.`,
      fixOf(body),
      atRoute(route),
    ),
  ];
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

function drawnValue(schema: Schema): { readonly value: unknown } | null {
  const { reading } = tryReadSchema(schema, 'input');
  if (!reading) return null;
  const definitions = Object.entries(reading.definitions).map(([name, { schema: own }]) => [name, own] as const);
  const value: unknown = createExamples(Object.fromEntries(definitions), '#/$defs/').of(reading.root);
  return value === undefined ? null : { value };
}

/** None where the schema needs time. */
function issuesOf(schema: Schema, value: unknown): readonly SchemaIssue[] {
  try {
    const result = schema['~standard'].validate(value);
    return 'then' in result ? [] : (result.issues ?? []);
  } catch {
    return [];
  }
}

function fixOf(schema: Schema): string {
  const tree = zodTreeOf(schema);
  const types = new Set(tree ? [...schemasIn([tree])].map((one) => definitionOf(one).type) : []);
  if (types.has('date')) return 'JSON has no dates: write z.coerce.date(), or z.iso.datetime() and convert it.';
  if (types.has('bigint')) return 'JSON has no bigints: write z.coerce.bigint(), or text: z.string().';
  return 'Let the schema take what its description says, or describe what it takes with .meta({ … }).';
}
