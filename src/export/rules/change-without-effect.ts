import { sharedWithNext } from '../../routing/previews/shared-with-next.js';
import { changesOfLens } from '../../lens/lens-hops.js';
import { readableLenses } from '../../routing/table/check-lenses.js';
import { readableWebhooks } from '../../routing/table/check-webhooks.js';
import { changesOfPayload } from '../../webhooks/declare/payload-hops.js';
import { problem } from '../../report/boot-problem.js';
import { unfrozenIn } from '../../routing/changes/check-frozen.js';
import type { Rule } from './rule.js';

/** A change that no operation goes through is a slip, or a rest. */
export const changeWithoutEffect: Rule = {
  id: 'change-without-effect',
  severity: 'warning',
  summary: 'Every change of a version changes an operation, the payload of a webhook, or what a lens reads.',
  find: ({ definition, routes, versioning }) => {
    const versions = versioning?.versions;
    if (!versions) return [];
    const lost = new Set([
      ...unfrozenIn(versions).map(({ named }) => named.change),
      ...sharedWithNext(versions).map(({ other }) => other),
      ...readableLenses(definition).flatMap((lens) => [...changesOfLens(lens)]),
      ...readableWebhooks(definition).flatMap((webhook) => [...changesOfPayload(webhook, versions)]),
    ]);
    return versions.list.flatMap(({ version, changes }) => {
      const made = new Set(
        routes.flatMap((route) => route.changes.flatMap((one) => (one.version === version ? one.title : []))),
      );
      return changes
        .filter((change) => !made.has(change.title) && !lost.has(change))
        .map(({ id, title, source }) =>
          problem(
            'change-without-effect',
            `The change "${title}" of version ${version} changes no operation.`,
            'Name a schema that an operation uses, or delete the change.',
            { source: source(), change: id },
          ),
        );
    });
  },
};
