import { z } from 'zod';
import { sendWhole } from '../../schema/project.js';

const members = {
  type: z
    .string()
    .meta({ description: 'A URI reference that identifies the type of problem.', examples: ['about:blank'] }),
  title: z.string().meta({ description: 'A summary that is the same for every problem of this type.' }),
  status: z.int().min(400).max(599).meta({ description: 'The status of the response.' }),
  detail: z.string().meta({ description: 'What went wrong this time.' }),
  instance: z.string().meta({ description: 'The path of the request.', examples: ['/'] }),
  traceId: z
    .string()
    .meta({ description: 'Identifies the request in the log.', examples: ['4bf92f3577b34da6a3ce929d0e0e4736'] }),
};

const example = { type: 'about:blank', instance: '/', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' };

/** The media type of problem details (RFC 9457, section 3). */
export const problemMediaType = 'application/problem+json';

/** The body of every refused request (RFC 9457). */
export const Problem = z.object(members).meta({
  id: 'Problem',
  description: 'Problem details (RFC 9457). A problem may have additional members.',
  examples: [
    { ...example, title: 'Conflict', status: 409, detail: 'The request conflicts with the state of the resource.' },
  ],
});

/** The body for a request that a declared schema rejects: every issue at once. */
export const ValidationError = z
  .object({
    ...members,
    errors: z
      .array(
        z.object({
          in: z.string().meta({ description: 'The part of the request: path, query, header or body.' }),
          path: z.string().meta({ description: 'The location in that part; empty for the whole part.' }),
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

/** The body for a request whose target does not exist. */
export const NotFound = z
  .object({
    ...members,
    code: z
      .string()
      .optional()
      .meta({ description: '`api-version-unsupported` or `api-version-required` when the version is the reason.' }),
    requested: z.string().nullable().optional().meta({ description: 'The version that the request named.' }),
    supportedVersions: z.array(z.string()).optional().meta({ description: 'The available versions.' }),
  })
  .meta({
    id: 'NotFound',
    description: 'Nothing exists at this address, or not in this version.',
    examples: [{ ...example, title: 'Not Found', status: 404, detail: 'The resource does not exist.' }],
  });

/** A problem may have further members (RFC 9457, section 3.2), and those of an HttpError were named by the code that threw it. */
for (const body of [Problem, ValidationError, NotFound]) sendWhole(body);

/** The problem bodies that svckit itself returns, by name. */
export const problemBodies = { NotFound, Problem, ValidationError } as const;

/** The schemas of svckit's own problems, which a service's `problemSchema` replaces. */
export const ownProblemSchemas: ReadonlySet<unknown> = new Set(Object.values(problemBodies));
