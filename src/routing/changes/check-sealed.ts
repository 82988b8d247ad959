import { problem, type BootProblem } from '../../report/boot-problem.js';
import { readNode } from '../../schema/read-node.js';
import type { Schema } from '../../schema/standard-schema.js';
import { answersOf, responseDetail } from '../table/responses.js';
import { handlerName, type Route } from '../table/route.js';

/** Fields that say which bytes a body has (RFC 9530; RFC 1864), in lower case: they are wrong once a change has made others. */
export const digestFields = ['content-digest', 'repr-digest', 'digest', 'content-md5'] as const;

/** Whether a field is a digest, or a signature such as that of RFC 9421 or `X-Hub-Signature-256`. */
export const isSealed = (name: string): boolean =>
  (digestFields as readonly string[]).includes(name) || /(?:^|-)signature(?:$|-)/.test(name);

/** Bodies of an application that changes would write anew, though a digest or a signature goes with them that only the application can make. */
export function sealedBodies(routes: readonly Route[]): BootProblem[] {
  const converted = new Map(
    routes.filter(({ relayed }) => relayed === 'values').map((route) => [handlerName(route), route]),
  );
  return [...converted].flatMap(([handler, { method, path, changes, source }]) => {
    const fields = new Set(routes.filter((one) => handlerName(one) === handler).flatMap(fieldsOf));
    const [first] = changes;
    return [...fields]
      .filter(isSealed)
      .map((field) =>
        problem(
          'sealed-body-converted',
          `${method} ${path} has the header ${field}, which covers the bytes of a body, and the change "${first?.title}" of version ${first?.version} rewrites the body.`,
          'Keep an older operation in the application, or take the header out of the document where nobody checks it.',
          { source, handler },
        ),
      );
  });
}

/** The header fields that a schema names, in lower case. */
export function fieldsIn(headers: Schema | undefined): readonly string[] {
  const node = headers ? readNode(headers) : null;
  return node?.kind === 'object' ? [...node.members.keys()].map((name) => name.toLowerCase()) : [];
}

function fieldsOf({ schemas, ...answers }: Route): readonly string[] {
  const answered = answersOf(answers).flatMap(([, entry]) => Object.keys(responseDetail(entry).headers ?? {}));
  return [...fieldsIn(schemas.headers), ...answered.map((name) => name.toLowerCase())];
}
