import type { Case } from './case.js';
import type { PromisedApi, PromisedOperation } from './promised-api.js';
import { askedVersion, type RequestInput, type WrittenRequest, writeRequest } from './write-request.js';

const unnamed = Object.freeze({ headers: {}, query: {} });

/** The request of a case, as it is sent. `input` may have values that answers gave. */
export function requestOf(
  { kind, named, operation: position }: Case,
  api: PromisedApi,
  input: RequestInput,
): WrittenRequest {
  const operation = api.operations[position]!;
  switch (kind) {
    case 'head':
      return writeRequest(operation, input, askedVersion(operation), 'HEAD');
    case 'options':
      return writeRequest(operation, input, askedVersion(operation), 'OPTIONS');
    case 'no-version':
      return writeRequest(operation, input, unnamed);
    case 'unknown-version':
      return writeUnknown(operation, input, named!);
    default:
      return writeRequest(operation, input);
  }
}

function writeUnknown(operation: PromisedOperation, input: RequestInput, named: string): WrittenRequest {
  const { scheme, version } = operation.of;
  const segment = version === null ? '' : scheme!.segment(version);
  if (segment === '') return writeRequest(operation, input, scheme!.askFor(named));
  const path = operation.path.replace(`/${segment}/`, `/${scheme!.segment(named)}/`);
  return writeRequest({ ...operation, path }, input);
}
