import { isObject, type Json, listAt, objectAt, textAt } from '../../json/json.js';
import type { ClientOperation, ClientVersion } from '../describe-version.js';
import type { SourceFile } from '../compiler.js';
import type { Program, ScanCompiler, SyntaxNode } from '../scan/checker.js';
import { callReader } from '../scan/read-calls.js';
import { referencePattern } from '../share-types.js';
import { sentReader } from '../uses/read-sent.js';

/** A member that a call sends, which the base takes and the revision does not know: the compiler accepts it in an object that was made before. */
export interface UnknownSend {
  readonly node: SyntaxNode;
  /** `GET /orders`, as the revision calls it. */
  readonly operation: string;
  /** `query.state` */
  readonly member: string;
}

interface Sending {
  readonly compiler: ScanCompiler;
  readonly program: Program;
  readonly files: readonly SourceFile[];
  /** Whether a file is a module of the revision's client. */
  readonly isRevision: (file: string) => boolean;
  readonly base: ClientVersion;
  readonly revision: ClientVersion;
  /** What each operation of the revision was called in the base. */
  readonly operations: ReadonlyMap<string, string>;
}

/** Lists what calls of the revision's client send, and only the base knows. */
export function unknownSends({
  compiler,
  program,
  files,
  isRevision,
  base,
  revision,
  operations,
}: Sending): readonly UnknownSend[] {
  const checker = program.getTypeChecker();
  const readSent = sentReader(
    compiler,
    checker,
    () => true,
    () => false,
  );
  const find = ({ operations: all }: ClientVersion, name: string | undefined) =>
    all.find(({ method, path }) => `${method} ${path}` === name);
  return callReader(
    compiler,
    checker,
    isRevision,
  )(files).calls.flatMap((call) =>
    call.operations.flatMap((operation) => {
      const [older, newer] = [find(base, operations.get(operation)), find(revision, operation)];
      if (!older || !newer) return [];
      return readSent(call).flatMap(({ node, member }) =>
        takes(base, older, member) && !takes(revision, newer, member) ? [{ node, operation, member }] : [],
      );
    }),
  );
}

/** Whether an operation declares what is sent. */
function takes({ types }: ClientVersion, { type }: ClientOperation, member: string): boolean {
  const [carrier = '', ...steps] = [...member.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[[^\]]*\]|[^.[\]]+/g)].map(
    (step) => step[1] ?? step[0],
  );
  const json = objectAt(types.get(type)?.json);
  const resolve = (schema: Json | undefined): readonly Json[] => {
    if (!isObject(schema)) return [];
    const name = referencePattern.exec(textAt(schema['$ref']) ?? '')?.[2];
    if (name !== undefined) return resolve(types.get(name)?.json);
    return [schema, ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listAt(schema[keyword]).flatMap(resolve))];
  };
  if (carrier !== 'body') {
    const own = listAt(json['parameters'])
      .map(objectAt)
      .filter((one) => one['in'] === carrier);
    const same = carrier === 'header' ? (text: string) => text.toLowerCase() : (text: string) => text;
    return steps.length === 0 || own.some((one) => same(textAt(one['name']) ?? '') === same(steps[0]!));
  }
  const bodies = resolve(json['requestBody']).flatMap((one) => Object.values(objectAt(objectAt(one)['content'])));
  let at = bodies.flatMap((one) => resolve(objectAt(one)['schema']));
  for (const step of steps) {
    if (step.startsWith('['))
      at = at.flatMap((one) => [...resolve(objectAt(one)['items']), ...resolve(objectAt(one)['additionalProperties'])]);
    else {
      const isOpen = at.some(
        (one) => objectAt(one)['additionalProperties'] !== undefined && objectAt(one)['additionalProperties'] !== false,
      );
      const next = at.flatMap((one) => resolve(objectAt(objectAt(one)['properties'])[step]));
      if (next.length === 0) return isOpen || at.length === 0;
      at = next;
    }
  }
  return true;
}
