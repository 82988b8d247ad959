/** What describes an API. */
export type Described = 'service' | 'documents';

/** `the service has`, `the documents have` */
export function describedHave(described: Described): string {
  return described === 'service' ? 'the service has' : 'the documents have';
}

/** `the service no longer has`, `the documents no longer have` */
export function describedLack(described: Described): string {
  return described === 'service' ? 'the service no longer has' : 'the documents no longer have';
}
