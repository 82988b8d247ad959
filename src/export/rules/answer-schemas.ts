import { ownProblemSchemas } from '../../routing/table/problem-schemas.js';
import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import type { ServiceDefinition } from '../../routing/table/service-definition.js';
import { missingConverter } from '../../schema/describe/read-foreign.js';
import type { Schema } from '../../schema/standard-schema.js';
import { tryReadSchema } from './try-read-schema.js';
import { type PlacedNode, walkNodes } from '../../schema/walk-nodes.js';

/** Another rule reports a schema without a description. */
const isDescribed = (schema: Schema) => !missingConverter(schema) && !tryReadSchema(schema, 'output').error;

/** A declared answer that is held to its schema, with every node of it. */
export interface HeldAnswer {
  readonly route: Route;
  readonly status: number;
  readonly nodes: readonly PlacedNode[];
}

/** The JSON answers that a service holds to a schema that documents can show; svckit's own problems are sent whole. */
export function heldAnswers(
  routes: readonly Route[],
  { responses = 'project' }: Pick<ServiceDefinition, 'responses'>,
): readonly HeldAnswer[] {
  if (responses === 'off') return [];
  return routes.flatMap((route) =>
    Object.entries(route.responses).flatMap(([status, entry]) => {
      const { schema, mediaTypes = ['application/json'] } = responseDetail(entry);
      const isJson = mediaTypes.some((type) => /[/+]json\b/.test(type));
      if (!schema || !isJson || ownProblemSchemas.has(schema) || !isDescribed(schema)) return [];
      return { route, status: Number(status), nodes: nodesOf(schema) };
    }),
  );
}

const walked = new WeakMap<Schema, readonly PlacedNode[]>();

/** The routes of neighbouring versions share most schemas. */
function nodesOf(schema: Schema): readonly PlacedNode[] {
  const nodes = walked.get(schema) ?? walkNodes(schema);
  walked.set(schema, nodes);
  return nodes;
}
