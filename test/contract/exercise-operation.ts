import fc from 'fast-check';
import { answerProblems } from './answer-problems.js';
import type { ContractDocument, ContractOperation } from './contract-document.js';
import { invalidRequests, validRequests } from './request-arbitraries.js';
import { type ContractAnswer, type ContractRequest, sendRequest } from './send-request.js';

export interface Exercise {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly numRuns: number;
}

export interface Exercised {
  /** Everything that the document does not declare. */
  readonly problems: readonly string[];
  readonly requests: number;
  /** The statuses that were answered. */
  readonly statuses: ReadonlySet<number>;
}

const describeRequest = ({ operationId }: ContractOperation, { method, path, body }: ContractRequest) =>
  `${operationId} ${method} ${path} ${body ?? ''}`.trim();

/** Sends requests that the document allows, and checks every answer against the document. */
export async function exerciseOperation(
  document: ContractDocument,
  operation: ContractOperation,
  { url, headers, numRuns }: Exercise,
): Promise<Exercised> {
  const requests = fc.sample(validRequests(operation, document, headers), numRuns);
  return sendAll(operation, requests, url, (answer) => answerProblems(document, operation, answer));
}

/** Sends requests that the document forbids; each must be refused with 400. */
export async function spoilOperation(
  document: ContractDocument,
  operation: ContractOperation,
  { url, headers, numRuns }: Exercise,
): Promise<Exercised> {
  const spoiled = invalidRequests(operation, document, headers);
  const requests = spoiled ? fc.sample(spoiled, numRuns) : [];
  return sendAll(operation, requests, url, ({ status, text }) => {
    // A key is looked up before anything is validated, and drawn keys are often the same.
    const isRepeated = status === 422 && text.includes('This Idempotency-Key belongs to another request');
    return status === 400 || status === 429 || isRepeated ? [] : [`${status} ${text.slice(0, 120)}`];
  });
}

/** Stops at the first request with a problem. */
async function sendAll(
  operation: ContractOperation,
  requests: readonly ContractRequest[],
  url: string,
  judge: (answer: ContractAnswer) => readonly string[],
): Promise<Exercised> {
  const statuses = new Set<number>();
  for (const [index, request] of requests.entries()) {
    const answer = await sendRequest(url, request);
    statuses.add(answer.status);
    const found = judge(answer);
    if (found.length > 0)
      return {
        problems: [`${describeRequest(operation, request)}: ${found.join('; ')}`],
        requests: index + 1,
        statuses,
      };
  }
  return { problems: [], requests: requests.length, statuses };
}
