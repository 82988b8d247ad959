import { problem, type BootProblem as Found } from '../../report/boot-problem.js';
import { problemSchemaOf, validationStatusOf } from '../../routing/table/error-options.js';
import { Problem, problemMediaType } from '../../routing/table/problem-schemas.js';
import type { Route } from '../../routing/table/route.js';
import type { ServiceDefinition } from '../../routing/table/service-definition.js';
import { findMisfits } from '../../schema/find-misfits.js';
import { renderSample, sampleProblem } from '../document/sample-problem.js';
import type { Rule } from './rule.js';

const id = 'problem-schema-mismatch';

export const problemSchemaMismatch: Rule = {
  id,
  severity: 'error',
  summary: 'problemSchema describes what renderProblem sends, so that documents show it.',
  find({ definition, routes }) {
    const { renderProblem, problemSchema, prepare } = definition;
    if (renderProblem) return firstDifference([null, ...routes], definition);
    if (!problemSchema || prepare) return [];
    return [
      problem(
        id,
        'problemSchema is set without renderProblem: errors are sent as problem details.',
        'Set renderProblem, which makes the body, or remove problemSchema.',
        { option: 'problemSchema' },
      ),
    ];
  },
};

/** One problem is enough: routes share the renderer. */
function firstDifference(routes: readonly (Route | null)[], definition: ServiceDefinition): readonly Found[] {
  for (const route of routes) {
    for (const status of [404, route ? validationStatusOf(route, definition) : 405, 500]) {
      const difference = differenceOf(route, status, definition);
      if (difference) return [problem(id, ...difference, { option: 'renderProblem' })];
    }
  }
  return [];
}

function differenceOf(
  route: Route | null,
  status: number,
  definition: ServiceDefinition,
): readonly [message: string, fix: string] | null {
  const place = `a ${status} ${route ? `of ${route.method} ${route.path}` : 'without a route'}`;
  const schema = problemSchemaOf(route, definition);
  let rendered: ReturnType<typeof renderSample>;
  try {
    rendered = renderSample(definition, route, sampleProblem(route, status));
  } catch (error) {
    return [
      `renderProblem throws for ${place}: ${String(error)}.`,
      'It takes every problem; route is null for unknown paths.',
    ];
  }
  const { contentType, body } = rendered ?? { contentType: problemMediaType, body: sampleProblem(route, status) };
  if (schema === null && !contentType.startsWith(problemMediaType))
    return [
      `renderProblem sends ${contentType} for ${place}, and documents show problem details.`,
      'Set problemSchema to the schema of its body, such as z.object({ error: z.string() }).',
    ];
  const [misfit] = body instanceof Uint8Array ? [] : findMisfits(schema ?? Problem, body).wrong;
  if (!misfit) return null;
  return [
    `renderProblem's body for ${place} does not fit ${schema === null ? 'problem details' : 'problemSchema'}: ${misfit.pointer || 'the body'}: ${misfit.message}.`,
    schema === null ? 'Set problemSchema to the schema of its body.' : 'Change one of the two.',
  ];
}
