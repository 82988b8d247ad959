import { listAt } from '../json/json.js';
import { isNamed } from './seeds.js';
import { type PromisedOperation, versionOf } from './promised-api.js';

/** Which operations are tried; absent filters choose all. */
export interface OperationChoice {
  /** operationIds, or `GET /users`. */
  readonly operations?: readonly string[];
  readonly tags?: readonly string[];
  readonly apiVersion?: string;
}

/** Whether an operation is chosen. Those that all versions share belong to each. */
export function chooses({ operations, tags, apiVersion }: OperationChoice): (operation: PromisedOperation) => boolean {
  return (operation) =>
    (operations?.some((name) => isNamed(operation, name)) ?? true) &&
    (tags?.some((tag) => listAt(operation.node['tags']).includes(tag)) ?? true) &&
    (apiVersion === undefined || versionOf(operation) === null || versionOf(operation) === apiVersion);
}
