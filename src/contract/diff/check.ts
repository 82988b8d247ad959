export const levels = ['error', 'warning', 'info'] as const;

/** How much a finding matters: an error breaks clients, a warning may, an information does not. */
export type Level = (typeof levels)[number];

/** What a check is about. */
export interface Check {
  readonly level: Level;
  readonly direction: 'request' | 'response' | 'none';
  readonly area: string;
  readonly kind: string;
  readonly action: string;
}
