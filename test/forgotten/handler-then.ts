import { dirname, relative } from 'node:path';
import { idOf } from '../../src/cli/change/locked-schemas.js';
import type { ServedHandler } from '../../src/cli/questions/served-handlers.js';
import type { ContractLock } from '../../src/contract/lock/contract-lock.js';
import { memberSchemas } from '../../src/draft/draft.js';
import { readOperation, requestParts } from '../../src/draft/operation-shape.js';
import type { JsonObject } from '../../src/json/json.js';
import { tokensOf } from '../../src/json/pointer.js';
import type { SchemaConstant } from '../../src/release/find-constants.js';
import { printExpression } from '../../src/source/print-expression.js';

/**
 * The class of a handler as it was when a version was the newest, for the types of a change of that version: the class itself is written for
 * the newest one of today. `lock` is what it was written for.
 */
export function handlerThen(
  { controller, handler, live }: ServedHandler,
  { document }: ContractLock,
  constants: ReadonlyMap<string, SchemaConstant>,
  file: string,
): string {
  const shape = readOperation(document, live.path, live.method)!;
  const named = new Map<string, SchemaConstant>();
  const constantOf = ({ $ref }: JsonObject) => {
    const constant = constants.get(idOf(tokensOf(String($ref).slice(1)).at(-1) ?? '', document));
    if (constant) named.set(constant.name, constant);
    return constant?.name ?? null;
  };
  const parts = requestParts.flatMap((part) => {
    const members = memberSchemas([...shape.parts[part]], constantOf);
    return members === null || members.length === 0 ? [] : [`${part}: z.object({ ${members.join(', ')} })`];
  });
  const body = shape.body ? [`body: ${printExpression(shape.body.schema, constantOf)}`] : [];
  const answer = shape.answers.get(shape.status)?.schema ?? null;
  const response = answer === null ? 'z.void()' : printExpression(answer, constantOf);
  const imports = [...named.values()].map((one) => {
    const path = relative(dirname(file), one.file).replace(/\.ts$/, '.js');
    return `import { ${one.name} } from '${path.startsWith('.') ? path : `./${path}`}';`;
  });
  return [
    "import type { Input } from 'svckit';",
    "import { z } from 'zod';",
    ...imports,
    `const declared = { ${[...parts, ...body].join(', ')} };`,
    `const answer = ${response};`,
    `export class ${controller} {`,
    `  ${handler}(_: Input<typeof declared>): z.output<typeof answer> {`,
    '    throw new Error();',
    '  }',
    '}',
    '',
  ].join('\n');
}
