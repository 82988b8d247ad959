import type { Calls } from '../routing/changes/operation-call.js';
import type { OperationShape } from '../routing/changes/operation-stage.js';
import type { LookUp } from '../routing/changes/passage.js';
import { type Input, objectInput } from './way.js';

type Members = Readonly<Record<string, Input>>;

const prefix = 'context of ';
const member = (version: string) => `${prefix}${version}`;

/** What is drawn for a way, with what its changes look up, which its locks record too. */
export const withContexts = (members: Members, lookUps: readonly Pick<LookUp, 'version' | 'schema'>[]): Input =>
  objectInput({
    ...members,
    ...Object.fromEntries(lookUps.map(({ version, schema }) => [member(version), { kind: 'schema', schema }])),
  });

/** The call that changes see with a drawn value: nobody's, without headers. */
export const drawnCalls = (
  { method, path }: Pick<OperationShape, 'method' | 'path'>,
  drawn: unknown,
  version: string,
) =>
  ({
    of: (asking) => ({
      request: { method, url: path, headers: {} },
      caller: null,
      version,
      context: (drawn as Readonly<Record<string, unknown>>)[member(asking)],
    }),
  }) satisfies Calls;

/** A drawn value in the call of another: the changes of both look up the same. */
export const inCallOf = (drawn: object, call: object): object => ({
  ...drawn,
  ...Object.fromEntries(Object.entries(call).filter(([name]) => name.startsWith(prefix))),
});
