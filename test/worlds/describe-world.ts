import type { Members, Plan } from './plan.js';
import { addressOf, planOf, type World } from './world.js';

/** A world as text that a person reads: the schemas as they are now, and what each version changed. */
export function describeWorld(world: World): string {
  const used = usedEntities(world);
  const versions = Array.from({ length: world.newest }, (_, index) => world.newest - index);
  return [
    `root ${describePlan(world.root)}, query ${describePlan(world.query)}, ${world.newest} versions${world.unreleased ? ', the last is not released' : ''}, ${world.answers ? 'answers' : 'requests only'}, names ${world.names}`,
    ...used.map((entity) => `E${entity} = ${describePlan(world.entities[entity]!.shapes[world.newest]!)}`),
    ...versions.flatMap((version) => [
      ...used.flatMap((entity) => {
        const { forms, shapes } = world.entities[entity]!;
        const titles = forms[version]!.map(({ title }) => title).join('; ');
        return titles === ''
          ? []
          : [`before ${version}: E${entity} = ${describePlan(shapes[version - 1]!)}  (${titles})`];
      }),
      ...world.operations[version]!.map(({ operation }) => {
        const { method, path, status } = addressOf(world, operation, version - 1);
        return `before ${version}: ${operation} is ${method} /${path} ${status} ${describePlan(planOf(world, operation, version - 1))}`;
      }),
    ]),
  ].join('\n');
}

function usedEntities({ root, query, entities }: World): readonly number[] {
  const found = new Set<number>();
  const visit = (plan: Plan): void => {
    for (const text of describePlan(plan).matchAll(/\bE(\d)/g)) {
      const entity = Number(text[1]);
      if (found.has(entity)) continue;
      found.add(entity);
      entities[entity]!.shapes.slice(1).forEach(visit);
    }
  };
  visit(root);
  visit(query);
  return [...found].sort();
}

const describeMembers = (members: Members) =>
  Object.entries(members)
    .map(([name, plan]) => `${name}: ${describePlan(plan)}`)
    .join(', ');

export function describePlan(plan: Plan): string {
  switch (plan.kind) {
    case 'text':
      return plan.rule === 'any' ? 'text' : plan.rule;
    case 'choice':
      return plan.values.join('|');
    case 'literal':
      return `'${plan.is}'`;
    case 'object': {
      const surplus = typeof plan.surplus === 'object' ? `, ...${describePlan(plan.surplus.catchall)}` : '';
      const mode = typeof plan.surplus === 'object' || plan.surplus === 'strip' ? '' : `${plan.surplus} `;
      return `${plan.refined ? 'refined ' : ''}${mode}{ ${describeMembers(plan.members)}${surplus} }`;
    }
    case 'both':
      return `E${plan.entity} & { ${describeMembers(plan.members)} }`;
    case 'tuple':
      return `[${plan.items.map(describePlan).join(', ')}${plan.rest ? `, ...${describePlan(plan.rest)}` : ''}]`;
    case 'union':
    case 'variants':
      return `${plan.kind}(${plan.options.map(describePlan).join(' | ')})`;
    case 'array':
      return `${describePlan(plan.of)}[]${plan.least > 0 ? '+' : ''}`;
    case 'default':
    case 'prefault':
      return `${plan.kind}(${describePlan(plan.of)}, ${JSON.stringify(plan.value)})`;
    case 'entity':
      return `E${plan.entity}`;
    default:
      return 'of' in plan ? `${plan.kind}(${describePlan(plan.of)})` : plan.kind;
  }
}
