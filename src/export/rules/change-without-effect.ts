import { sharedWithNext } from '../../routing/previews/shared-with-next.js';
import { changesOfLens } from '../../lens/lens-hops.js';
import { readableLenses } from '../../routing/table/check-lenses.js';
import { readableWebhooks } from '../../routing/table/check-webhooks.js';
import { changesOfPayload } from '../../webhooks/declare/payload-hops.js';
import { problem } from '../../report/boot-problem.js';
import { unfrozenIn } from '../../routing/changes/check-frozen.js';
import { frozenOf } from '../../changes/frozen.js';
import type { Change } from '../../changes/change.js';
import { usesOf } from '../../routing/changes/crossings.js';
import type { Route } from '../../routing/table/route.js';
import { idOf } from '../../schema/identity.js';
import { schemasIn } from '../../schema/zod-tree.js';
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
    const ids = idsIn(routes);
    return versions.list.flatMap(({ version, changes }) => {
      const made = new Set(
        routes.flatMap((route) => route.changes.flatMap((one) => (one.version === version ? one.title : []))),
      );
      const unmet = unmetConstants(changes, ids).filter(({ change }) => !lost.has(change));
      const named = unmet.map(({ change, constant }) =>
        problem(
          'change-without-effect',
          `The change "${change.title}" of version ${version} names frozen('${constant.id}', …), and no schema of the API has the id ${constant.id}.`,
          'Correct the id, or delete the change.',
          { source: constant.source() ?? change.source(), change: change.id },
        ),
      );
      const others = changes
        .filter((change) => !made.has(change.title) && !lost.has(change))
        .filter((change) => !unmet.some((one) => one.change === change));
      return [
        ...named,
        ...others.map(({ id, title, source }) =>
          problem(
            'change-without-effect',
            `The change "${title}" of version ${version} changes no operation.`,
            'Name a schema that an operation uses, or delete the change.',
            { source: source(), change: id },
          ),
        ),
      ];
    });
  },
};

/** The frozen constants of changes that stand for no schema of any version of an operation. */
const unmetConstants = (changes: readonly Change[], ids: ReadonlySet<string | undefined>) =>
  changes.flatMap((change) =>
    change.reshapes.flatMap((reshape) => {
      const constant = frozenOf(reshape.trees.after);
      return constant && !ids.has(constant.id) ? [{ change, constant }] : [];
    }),
  );

/** The ids of all schemas that operations use. */
const idsIn = (routes: readonly Route[]) =>
  new Set([...schemasIn(routes.flatMap((route) => usesOf(route).map(({ schema }) => schema)))].map(idOf));
