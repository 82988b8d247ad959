import { problem } from '../../report/boot-problem.js';
import type { Rule } from './rule.js';

export const previewWithoutEffect: Rule = {
  id: 'preview-without-effect',
  severity: 'warning',
  summary: 'Every preview changes an operation, or has a route.',
  find: ({ previews }) => {
    if (!previews) return [];
    const { touching, routes } = previews;
    const acting = new Set([...[...touching.values()].flat(), ...routes.flatMap(({ previews: names = [] }) => names)]);
    return previews.previews
      .filter(({ name, promoted }) => promoted === null && !acting.has(name))
      .map(({ name, source }) =>
        problem(
          'preview-without-effect',
          `The preview ${name} changes no operation and has no route.`,
          `Name a schema that an operation of the newest version uses, write @Preview('${name}') on a route, or delete the preview.`,
          { source: source() },
        ),
      );
  },
};
