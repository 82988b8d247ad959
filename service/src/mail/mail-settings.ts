import { z } from 'zod';

/** Settings of outgoing mail; without SMTP_URL mails are written to the data folder's outbox. */
export const mailSettings = {
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'must be an smtp:// or smtps:// address, for example smtp://user:password@mail.example.com:587',
    })
    .optional()
    .meta({ secret: true })
    .describe('Mail server; without it, mails are written to the outbox folder in DATA_DIR and to the log.'),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\r\n]*[^\s@]+@[^\s@]+$|^[^\r\n<]*<[^\s@<>]+@[^\s@<>]+>$/,
      'must be an address, for example Accounts <accounts@example.com>',
    )
    .default('svc <no-reply@localhost.localdomain>')
    .describe('Sender of all mails.'),
} as const;
