import type { Examples } from './examples.js';
import type { MediaType, Operation, ResponseObject } from './open-api.js';
import { humanise } from './humanise.js';

interface Place {
  readonly method: string;
  readonly path: string;
  /** For an operation without tags. */
  readonly tag: string;
}

/** Adds what every operation here has to an operation of a mounted document: a summary, a description, a tag, examples. */
export function completeOperation(operation: Operation, { method, path, tag }: Place, examples: Examples): Operation {
  const given: Partial<Operation> = operation;
  const {
    operationId = nameOf(method, path),
    summary = humanise(operationId),
    description = `${summary}.`,
    tags = [tag],
    requestBody,
  } = given;
  return {
    ...operation,
    operationId,
    summary,
    description,
    tags,
    ...(requestBody?.content && {
      requestBody: { ...requestBody, content: withExamples(requestBody.content, examples) },
    }),
    responses: completeResponses(operation.responses, examples),
  };
}

/** `postCallbackId` for `post /api/auth/callback/{id}`. */
function nameOf(method: string, path: string): string {
  const words = path
    .split('/')
    .slice(-2)
    .join(' ')
    .replaceAll(/[{}]/g, '')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '');
  return [method, ...words.map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`)].join('');
}

const redirect = {
  description: 'Any other response, such as a redirect.',
  headers: { Location: { description: 'The target of a redirect.', schema: { type: 'string' } } },
} as const;

function completeResponses(responses: Operation['responses'] | undefined, examples: Examples): Operation['responses'] {
  const complete = (response: ResponseObject) =>
    response.content ? { ...response, content: withExamples(response.content, examples) } : response;
  const entries = Object.entries(responses ?? {}).map(([status, response]) => [status, complete(response)] as const);
  const succeeds = entries.some(([status]) => /^2|default/.test(status));
  return Object.fromEntries(succeeds ? entries : [...entries, ['default', redirect]]);
}

function withExamples(
  content: Readonly<Record<string, MediaType>>,
  examples: Examples,
): Readonly<Record<string, MediaType>> {
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, media]) => {
      if (!/[/+]json$/.test(mediaType) || !media.schema || media.example !== undefined || 'examples' in media)
        return [mediaType, media];
      const example = examples.of(media.schema);
      return [mediaType, example === undefined ? media : { ...media, example }];
    }),
  );
}
