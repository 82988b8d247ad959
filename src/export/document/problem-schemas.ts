import { z } from 'zod';

const members = {
  type: z.string().meta({ description: 'A URI reference that names the kind of problem.', examples: ['about:blank'] }),
  title: z.string().meta({ description: 'The same for every problem of its kind.' }),
  status: z.int().min(400).max(599).meta({ description: 'The status of the answer.' }),
  detail: z.string().meta({ description: 'What went wrong this time.' }),
  instance: z.string().meta({ description: 'The path of the request.', examples: ['/'] }),
  traceId: z
    .string()
    .meta({ description: 'Finds the request in the log.', examples: ['4bf92f3577b34da6a3ce929d0e0e4736'] }),
};

const example = { type: 'about:blank', instance: '/', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' };

/** The media type of problem details (RFC 9457, section 3). */
export const problemMediaType = 'application/problem+json';

/** What every refused request is answered with (RFC 9457). */
export const Problem = z.object(members).meta({
  id: 'Problem',
  description: 'Problem details (RFC 9457). A problem may have more members than these.',
  examples: [
    { ...example, title: 'Conflict', status: 409, detail: 'The request conflicts with the state of the resource.' },
  ],
});

/** What a request is answered with that a declared schema rejects: every issue at once. */
export const ValidationError = z
  .object({
    ...members,
    errors: z
      .array(
        z.object({
          in: z.string().meta({ description: 'The part of the request: path, query, header or body.' }),
          path: z.string().meta({ description: 'The place in that part; empty for all of it.' }),
          message: z.string(),
          code: z.string(),
        }),
      )
      .optional()
      .meta({ description: 'Every issue that the schemas found; absent when the request could not be read at all.' }),
  })
  .meta({
    id: 'ValidationError',
    description: 'The request does not match what the operation declares.',
    examples: [
      {
        ...example,
        title: 'Bad Request',
        status: 400,
        detail: 'The request does not fit what is declared: query limit.',
        errors: [
          { in: 'query', path: 'limit', message: 'Expected an integer in decimal digits', code: 'invalid_type' },
        ],
      },
    ],
  });

/** What a request is answered with whose target there is not. */
export const NotFound = z
  .object({
    ...members,
    code: z
      .string()
      .optional()
      .meta({ description: '`api-version-unsupported` or `api-version-required` where a version is the reason.' }),
    requested: z.string().nullable().optional().meta({ description: 'The version that the request named.' }),
    supportedVersions: z.array(z.string()).optional().meta({ description: 'The versions that would be answered.' }),
  })
  .meta({
    id: 'NotFound',
    description: 'There is nothing here, or not in this version.',
    examples: [{ ...example, title: 'Not Found', status: 404, detail: 'There is no such resource.' }],
  });

/** The bodies that svckit itself answers with, by name. */
export const problemBodies = { NotFound, Problem, ValidationError } as const;
