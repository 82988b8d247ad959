/** Upper bounds of the buckets of request durations, in seconds (OpenTelemetry semantic conventions, HTTP metrics). */
export const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const knownMethods = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE']);

/** The method of a request, or `_OTHER`, so that clients cannot make up values (OpenTelemetry semantic conventions, `http.request.method`). */
export function methodName(method: string | undefined): string {
  return method !== undefined && knownMethods.has(method) ? method : '_OTHER';
}
