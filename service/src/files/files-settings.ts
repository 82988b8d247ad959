import { z } from 'zod';

/** Settings of the file store: a folder of DATA_DIR, or an S3 bucket. */
export const filesSettings = {
  S3_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: 'must be an http:// or https:// address, for example https://s3.eu-central-1.amazonaws.com',
    })
    .optional()
    .describe('S3-compatible store for files, addressed by path; without it, the folder files in DATA_DIR.'),
  S3_PUBLIC_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: 'must be an http:// or https:// address, for example https://files.example.com',
    })
    .optional()
    .describe('Address of the store for clients, used in presigned URLs; S3_ENDPOINT by default.'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be 3 to 63 lower-case letters, digits, dots or dashes')
    .optional()
    .describe('Bucket that holds the files.'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('Region that requests are signed for.'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('Access key of the S3 account.'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().meta({ secret: true }).describe('Secret key of the S3 account.'),
  S3_CREATE_BUCKET: z
    .stringbool()
    .default(false)
    .describe('true: create the bucket at the start if it does not exist.'),
  FILES_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 30)
    .default(10 * 1_024 * 1_024)
    .describe(
      'Largest file, in bytes, that is downloaded, uploaded (10 MiB at most), or sent and returned by URLs signed by this service.',
    ),
} as const;

export type FilesSettings = Readonly<z.output<z.ZodObject<typeof filesSettings>>>;
