import { z } from 'zod';
import type { Egress } from 'svckit/webhooks';

/** Where webhooks are sent. */
export const webhooksSettings = {
  WEBHOOKS_EGRESS: z
    .string()
    .default('public')
    .describe(
      'Where webhooks may be sent: public (over https), or addresses and CIDR ranges with commas between them, such as public,10.0.0.0/8.',
    ),
} as const;

export type WebhooksSettings = {
  readonly [Name in keyof typeof webhooksSettings]: z.output<(typeof webhooksSettings)[Name]>;
};

export function egressOf({ WEBHOOKS_EGRESS: text }: WebhooksSettings): Egress {
  const allow = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  return allow.join() === 'public' ? 'public' : { allow };
}
