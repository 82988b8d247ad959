import { describeValue, isText } from '../../changes/read-arguments.js';
import type { Class } from '../../wiring/metadata.js';
import { type DocumentOperation, documentOperations, isDocumentOperation, operationKey } from './document-operation.js';

/** What an operation is named by, and what is said of it. */
interface OperationTarget {
  readonly controller: () => Class;
  readonly handler: string;
  readonly operation: DocumentOperation | null;
  readonly options: unknown;
  /** How to write it. */
  readonly example: string;
}

const handlerExample = "operation(() => UsersController, 'list', { before: { path: 'all' } })";
const documentExample = "operation(operations.listBooks, { before: { path: '/all-books' } })";

/** Reads the arguments of `operation()`. Throws a TypeError for a target that names no operation. */
export function readTarget([named, ...others]: readonly unknown[]): OperationTarget {
  if (typeof named !== 'object' || named === null) return readHandler(named, others);
  if (!isDocumentOperation(named))
    throw new TypeError(`operation(): ${describeValue(named)} has no method, path and responses. ${document}`);
  const [options] = others;
  const handler = operationKey(named);
  return { controller: () => documentOperations, handler, operation: named, options, example: documentExample };
}

const document = `Write an operation as svc shapes writes it: ${documentExample}.`;

function readHandler(controller: unknown, [handler, options]: readonly unknown[]): OperationTarget {
  if (!isReference(controller))
    throw new TypeError(
      `operation() takes a function that returns the controller, or an operation that svc shapes wrote. Write ${handlerExample}.`,
    );
  if (!isText(handler))
    throw new TypeError(
      `operation(): the handler is ${describeValue(handler)}. Write the name of a method: ${handlerExample}.`,
    );
  return { controller, handler, operation: null, options, example: handlerExample };
}

const isReference = (value: unknown): value is () => Class =>
  typeof value === 'function' && !/^class\b/.test(Function.prototype.toString.call(value));
