import { z } from 'zod';
import { fileKeyFault, filePrefixFault } from './file-key.js';
import { globFault } from './glob.js';

/** Maximum bytes of a file that is written and read as text in JSON. */
export const TEXT_LIMIT = 64 * 1_024;

const checkedText = (fault: (text: string) => string | null) => (text: string, context: z.RefinementCtx) => {
  const message = fault(text);
  if (message !== null) context.addIssue({ code: 'custom', message: `The text ${message}` });
};

export const fileKey = z
  .string()
  .min(1)
  .max(200)
  .superRefine(checkedText((key) => (key.length >= 1 && key.length <= 200 ? fileKeyFault(key) : null)))
  .describe(
    'Folders and a name, separated by "/", without "..", backslashes, colons, device names or double percent-encoding.',
  )
  .meta({ examples: ['notes/today.txt'] });

export const FileQuery = z.object({ key: fileKey });

export const FileListQuery = z.object({
  prefix: z.string().max(200).superRefine(checkedText(filePrefixFault)).default('').describe('The prefix of the keys.'),
  glob: z
    .string()
    .max(1_000)
    .superRefine(checkedText(globFault))
    .default('**/*')
    .describe('A glob for the whole key: * within a folder, ** across folders, ?, [abc], {a,b}, a leading ! to negate.')
    .meta({ examples: ['**/*.txt'] }),
});

export const FileList = z
  .object({
    root: z.string().describe('The root of all keys.'),
    keys: z.array(z.string()).describe('In the order of their UTF-8 bytes.'),
  })
  .meta({ id: 'FileList', examples: [{ root: 'files', keys: ['notes/today.txt'] }] });

export const FileContent = z
  .object({
    key: z.string(),
    size: z.int().min(0).describe('Bytes.'),
    type: z.string().describe('Media type.'),
    content: z.string(),
  })
  .meta({
    id: 'FileContent',
    examples: [{ key: 'notes/today.txt', size: 5, type: 'text/plain; charset=utf-8', content: 'hello' }],
  });

export const WriteFile = z
  .object({
    content: z
      .string()
      .max(TEXT_LIMIT)
      .refine(
        (content) => content.length > TEXT_LIMIT || Buffer.byteLength(content) <= TEXT_LIMIT,
        `Too big: at most ${TEXT_LIMIT} bytes of UTF-8`,
      )
      .refine((content) => !/\p{Cs}/u.test(content), 'Not well-formed Unicode')
      .describe('At most 64 KiB of UTF-8.'),
  })
  .meta({ id: 'WriteFile', examples: [{ content: 'hello' }] });

export const WrittenFile = z
  .object({ key: z.string(), bytes: z.int().min(0) })
  .meta({ id: 'WrittenFile', examples: [{ key: 'notes/today.txt', bytes: 5 }] });

export const UploadFields = z.object({
  folder: z
    .string()
    .max(100)
    .superRefine(checkedText((folder) => (folder.length <= 100 ? fileKeyFault(folder) : null)))
    .default('uploads')
    .describe('Where the files are kept; each gets a key of its own below it.'),
});

export const UploadedFiles = z
  .object({
    files: z.array(
      z.object({ key: z.string(), bytes: z.int().min(0), type: z.string().describe('Media type, by the content.') }),
    ),
  })
  .meta({
    id: 'UploadedFiles',
    description: 'In the order in which they were sent.',
    examples: [
      { files: [{ key: 'uploads/6f1c2b1e-59a8-4d6f-9a35-0b6d0c6f8f11/sun.png', bytes: 2517, type: 'image/png' }] },
    ],
  });

export const DeletedFile = z.object({ deleted: z.literal(true) }).meta({ id: 'DeletedFile' });

export const PresignQuery = z.object({
  key: fileKey,
  method: z.enum(['GET', 'PUT']).default('GET').describe('What the address allows: reading the file, or replacing it.'),
  expiresIn: z.coerce.number().int().min(1).max(604_800).default(900).describe('Seconds until the address expires.'),
});

const signature = '5e1b9d0c7a3f4e62b8d1c0f9a7e6d5c4b3a291807f6e5d4c3b2a190807060504';

export const PresignedFile = z
  .object({
    url: z.string().describe('Relative to this service, unless it has PUBLIC_URL or keeps its files in a bucket.'),
    expiresAt: z.iso.datetime(),
  })
  .meta({
    id: 'PresignedFile',
    examples: [
      {
        url: `/api/files/presigned?key=notes%2Ftoday.txt&method=GET&signature=${signature}&expires=1796126400`,
        expiresAt: '2026-12-01T12:00:00.000Z',
      },
    ],
  });

/** All optional, because an incomplete address gets the same 403 as one that was tampered with. */
export const PresignedQuery = z.object({
  key: z
    .string()
    .default('')
    .describe('The key that was signed.')
    .meta({ examples: ['notes/today.txt'] }),
  method: z
    .string()
    .default('')
    .describe('The method that was signed; the method of the request is what counts.')
    .meta({ examples: ['GET'] }),
  signature: z
    .string()
    .default('')
    .describe('Hexadecimal HMAC-SHA-256.')
    .meta({ examples: [signature] }),
  expires: z
    .string()
    .default('')
    .describe('When the address expires, in Unix seconds.')
    .meta({ examples: ['1796126400'] }),
});
