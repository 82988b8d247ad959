const LONGEST = 500;

/** The part of a failed job's error that its status shows: the message, without the stack. */
export function failedReason(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return (reason === '' ? 'The job failed without a message.' : reason).replaceAll('\0', '').slice(0, LONGEST);
}
