import type { Checker, Program, SyntaxNode, Type } from '../scan/checker.js';
import type { FoundClient } from '../scan/find-clients.js';

/** The operations that the client of a version offers, by `GET /books` as the client is called. */
export interface ConsumerApi {
  readonly operationTypes: ReadonlyMap<string, Type>;
}

/** Reads the operations of a module that svc client wrote. */
export function openConsumerApi(client: FoundClient, program: Program): ConsumerApi {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(client.file) as unknown as SyntaxNode);
  const paths = module && checker.getExportsOfModule(module).find(({ name }) => name === 'paths');
  const type = paths && checker.getDeclaredTypeOfSymbol(paths);
  const operationTypes = new Map<string, Type>();
  for (const path of type ? checker.getPropertiesOfType(type) : []) {
    const methods = propertiesOf(checker, checker.getTypeOfSymbol(path));
    for (const [method, operation] of methods) operationTypes.set(`${method.toUpperCase()} ${path.name}`, operation);
  }
  return { operationTypes };
}

const propertiesOf = (checker: Checker, type: Type) =>
  checker.getPropertiesOfType(type).map((one) => [one.name, checker.getTypeOfSymbol(one)] as const);
