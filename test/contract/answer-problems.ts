import { httpDate } from '../../src/text/date.js';
import type { ContractDocument, ContractOperation } from './contract-document.js';
import type { ContractAnswer } from './send-request.js';

/** Headers that a document must declare if they are sent. */
const mentioned = new Set([
  'api-deprecated-versions',
  'api-supported-versions',
  'deprecation',
  'etag',
  'idempotent-replayed',
  'link',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
  'vary',
  'www-authenticate',
  'x-dimensions',
]);

/** Everything in an answer that the document does not declare. */
export function answerProblems(
  document: ContractDocument,
  operation: ContractOperation,
  { status, headers, text }: ContractAnswer,
): readonly string[] {
  const response = operation.responses[status] ?? operation.responses.default;
  if (!response) return [`status ${status} is not declared: ${text.slice(0, 200)}`];
  const declared = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()));
  const sunset = operation['x-sunset'];
  const missing =
    status < 400 &&
    [...declared].filter(
      (name) =>
        (name === 'vary' && headers.vary === undefined) ||
        (name === 'deprecation' && headers.deprecation === undefined),
    );
  return [
    ...Object.keys(headers)
      .filter((name) => mentioned.has(name) && !declared.has(name))
      .map((name) => `${status}: the header ${name} is sent, and not declared`),
    ...(missing || []).map((name) => `${status}: the header ${name} is declared, and not sent`),
    ...(sunset !== undefined && headers.sunset !== undefined && headers.sunset !== httpDate(sunset)
      ? [`Sunset is ${String(headers.sunset)}, not ${sunset}`]
      : []),
    ...contentProblems(
      document,
      operation,
      String(response === operation.responses.default ? 'default' : status),
      headers['content-type'],
      text,
    ),
  ];
}

function contentProblems(
  document: ContractDocument,
  operation: ContractOperation,
  status: string,
  contentType: string | string[] | undefined,
  text: string,
): string[] {
  const content = operation.responses[status]?.content ?? {};
  const mediaType = String(contentType).split(';')[0]!.trim();
  const lines = mediaType === 'application/x-ndjson' ? text.split('\n').slice(0, -1) : null;
  if (text === '' && lines === null)
    return status === '200' && Object.keys(content).length > 0 && operation.method !== 'HEAD'
      ? [`${status}: the body is empty`]
      : [];
  if (!content[mediaType])
    return status === 'default' ? [] : [`${status}: ${mediaType} is not declared: ${text.slice(0, 200)}`];
  if (!content[mediaType].schema || !mediaType.endsWith('json')) return [];
  return (lines ?? [text]).flatMap((line) => {
    const problem = document.bodyProblem(operation, ['responses', status, 'content', mediaType], JSON.parse(line));
    return problem === null ? [] : [`${status}: ${problem}: ${line.slice(0, 200)}`];
  });
}
