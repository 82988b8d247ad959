import { change, defineVersions, type operation, type Reshape, type Versions } from 'svckit';
import type { z } from 'zod';
import type { Values, Write } from './form.js';
import { FrozenSchemas, type LiveSchemas } from './schemas.js';
import { addressBefore, type OperationChange, type OperationName, planOf, type World, wrapped } from './world.js';

interface Way {
  readonly before: { readonly path?: string };
}

/** Names an operation in a change, and says what it was before. */
export type ChangeOperation = (name: OperationName, way: Way) => ReturnType<typeof operation>;

/** The changes of each version as a team would declare them, from the newest version on. */
export function declareVersions(world: World, live: LiveSchemas, changeOperation: ChangeOperation): Versions {
  const current = world.entities.map((_, entity) => live.entity(entity));
  const entries: { readonly version: string; readonly changes: readonly ReturnType<typeof change>[] }[] = [];
  for (let version = world.newest; version > 1; version -= 1) {
    const frozen = new FrozenSchemas(world, version);
    const write = {
      live: live.of,
      chained: live.writer([...current]),
      frozen: version < world.newest ? frozen.of : live.of,
    }[world.names];
    if (world.names === 'frozen' && version < world.newest)
      current.forEach((_, entity) => (current[entity] = frozen.entity(entity)));
    const lists = world.entities.map(({ forms }, entity) => {
      const declared: Reshape[] = [];
      for (const form of forms[version]!) {
        declared.push(form.declare(current[entity]!, write));
        current[entity] = declared.at(-1)!.before as z.ZodType;
      }
      return declared;
    });
    const groups = (world.together ? [lists.flat()] : lists).filter((list) => list.length > 0);
    const schemas = groups.map((list, index) => change({ title: `Schemas ${version}.${index}`, schemas: list }));
    const operations = world.operations[version]!.map((one) =>
      changeOperation(one.operation, wayOf(one, version, world, write)),
    );
    const addresses = operations.length > 0 ? [change({ title: `Operations ${version}`, operations })] : [];
    entries.unshift({ version: `${version}`, changes: [...schemas, ...addresses] });
  }
  const released = world.unreleased ? entries.slice(0, -1) : entries;
  return defineVersions(['1', ...released], world.unreleased ? { next: entries.at(-1)!.changes } : {});
}

function wayOf(one: OperationChange, version: number, world: World, write: Write) {
  const address = addressBefore(one, version);
  if (!one.wrapped) return { before: address };
  const older = write(wrapped(planOf(world, one.operation, version)));
  return one.operation === 'send'
    ? { before: { ...address, body: older }, up: ({ body }: { readonly body: Values }) => ({ body: body.data }) }
    : {
        before: { ...address, response: older },
        down: ({ status, body }: { readonly status: number; readonly body: unknown }) =>
          status < 300 ? { body: { data: body } } : {},
      };
}
