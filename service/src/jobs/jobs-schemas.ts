import { events, type RouteSchemas } from 'svckit';
import { z } from 'zod';
import { created } from '../created.js';
import { imageFormats } from '../images/image-format.js';
import { NotFound, unavailable, unlessUnknown } from '../problem-schemas.js';

const format = z.enum(imageFormats);
const id = z
  .string()
  .min(1)
  .describe('The id returned when the job was enqueued.')
  .meta({ examples: ['0b6ef1c8-6a0e-4d2b-9d3f-0d5a3a1f6e55'] });
const state = z
  .enum(['waiting', 'active', 'completed', 'failed'])
  .describe('A job is also waiting between two attempts; completed and failed are final.');

export const EnqueueRender = z
  .strictObject({
    width: z.int().min(1).max(1_024).default(128).describe('Pixels.'),
    format: format.default('webp'),
  })
  .meta({ id: 'EnqueueRender' });

export const Thumbnail = z
  .object({
    width: z.int(),
    height: z.int(),
    format,
    mimeType: z.string(),
    bytes: z.int().describe('Size of the encoded picture.'),
  })
  .meta({ id: 'Thumbnail' });

export const JobReceipt = z.object({ id, queue: z.string(), state }).meta({ id: 'JobReceipt' });

export const JobRecord = z
  .object({
    id,
    state,
    result: Thumbnail.nullable().describe('Set when the job is completed.'),
    failedReason: z.string().nullable().describe('Set when the job has failed.'),
  })
  .meta({ id: 'Job' });

const queueUnavailable = unavailable('The job queue is temporarily unavailable.');

export const enqueue = {
  body: EnqueueRender,
  response: {
    201: created(JobReceipt),
    503: unavailable(`The job queue is temporarily unavailable. ${unlessUnknown}`),
  },
} satisfies RouteSchemas;
export const status = {
  params: z.object({ id }),
  response: { 200: JobRecord, 404: NotFound, 503: queueUnavailable },
} satisfies RouteSchemas;

export const watch = {
  params: z.object({ id }),
  response: {
    200: events(JobRecord),
    204: { description: 'The client has seen the final state (Last-Event-ID): it reconnects no more.' },
    404: NotFound,
    503: queueUnavailable,
  },
} satisfies RouteSchemas;

export type EnqueueRender = z.output<typeof EnqueueRender>;
export type Thumbnail = z.output<typeof Thumbnail>;
