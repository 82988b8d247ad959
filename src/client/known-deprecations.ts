import { readLifecycle, readOperationLifecycle } from '../openapi/lifecycle-marks.js';
import { readableDate } from '../text/date.js';
import { alignOperations } from '../openapi/operations/align-operations.js';
import type { ClientOperation, ClientVersion } from './describe-version.js';
import { groupBy } from '../text/group-by.js';
import { nameOperation } from '../report/result.js';

/** Deprecated operations of a version that have everything about it in common. */
export interface KnownDeprecation {
  readonly since?: string;
  readonly sunset?: string;
  readonly link?: string;
  readonly successor?: string;
  readonly kept?: boolean;
  readonly moved?: string;
  readonly current?: boolean;
  /** Absent for those that no other entry lists. */
  readonly operations?: readonly string[];
}

const isDeprecated = ({ operation }: ClientOperation) => readLifecycle(operation.node).deprecated;

/** What is deprecated in each version, the largest group last and without a list of its operations. */
export function knownDeprecations(versions: readonly ClientVersion[]): readonly (readonly KnownDeprecation[])[] {
  const currentIn = versions.map(
    ({ operations }) => new Set(operations.filter((one) => !isDeprecated(one)).map(nameOperation)),
  );
  return versions.map(({ operations }, position) => {
    const groups = groupBy(operations, (operation) =>
      JSON.stringify(isDeprecated(operation) ? factsOf(operation, position) : { current: true }),
    );
    const sorted = [...groups].sort(([, a], [, b]) => a.length - b.length);
    const [largest] = sorted.splice(-1);
    const rest = largest ? (JSON.parse(largest[0]) as KnownDeprecation) : { current: true };
    return [
      ...sorted
        .map(
          ([key, own]): KnownDeprecation => ({
            ...(JSON.parse(key) as KnownDeprecation),
            operations: own.map(nameOperation),
          }),
        )
        .filter(({ current }) => !current || !rest.current),
      ...(rest.current ? [] : [rest]),
    ];
  });

  /** Where the highest later version that has an operation at another address, without a deprecation, has it. */
  function movedTo(operation: ClientOperation, position: number) {
    for (let index = versions.length - 1; index > position; index -= 1) {
      const { moved } = alignOperations(
        versions[position]!.operations.map((one) => one.operation),
        versions[index]!.operations.map((one) => one.operation),
        'unversioned path',
      );
      const pair = moved.find(({ base }) => base === operation.operation);
      const partner = versions[index]!.operations.find((one) => one.operation === pair?.revision);
      if (partner && !isDeprecated(partner))
        return { version: versions[index]!.version, address: nameOperation(partner) };
    }
    return null;
  }

  /**
   * The successor is the highest later version that serves the operation without a deprecation, at its address or the one that it moved to, else
   * the highest that serves anything so.
   */
  function factsOf(operation: ClientOperation, position: number): KnownDeprecation {
    const { node, document } = operation.operation;
    const { since, sunset, link } = readOperationLifecycle(node, document.resolve);
    const later = currentIn.map((names, index) => ({ names, index })).filter(({ index }) => index > position);
    const same = later.findLast(({ names }) => names.has(nameOperation(operation)));
    const moved = same ? null : movedTo(operation, position);
    const successor = moved
      ? moved.version
      : versions[(same ?? later.findLast(({ names }) => names.size > 0))?.index ?? -1]?.version;
    return {
      ...(since?.iso && { since: readableDate(since.iso) }),
      ...(sunset?.iso && { sunset: readableDate(sunset.iso) }),
      ...(link !== null && { link }),
      ...(typeof successor === 'string' && {
        successor,
        ...(same && { kept: true }),
        ...(moved && { moved: moved.address }),
      }),
    };
  }
}
