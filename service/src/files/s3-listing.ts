export interface S3Listing {
  readonly keys: readonly string[];
  /** Names the next page; null on the last. */
  readonly continuation: string | null;
}

/** Reads one page of a ListObjectsV2 response to a request with `encoding-type=url`. */
export async function parseS3Listing(xml: string): Promise<S3Listing> {
  const { XMLParser } = await import('fast-xml-parser');
  const parser = new XMLParser({ parseTagValue: false, trimValues: false, isArray: (name) => name === 'Contents' });
  const page: unknown = parser.parse(xml);
  const result = member(page, 'ListBucketResult');
  const contents = member(result, 'Contents');
  const keys = Array.isArray(contents) ? contents.map((content) => decodeKey(text(member(content, 'Key')))) : [];
  const truncated = text(member(result, 'IsTruncated')) === 'true';
  return Object.freeze({ keys, continuation: truncated ? text(member(result, 'NextContinuationToken')) : null });
}

/** The code of an S3 error response, or an empty string. */
export function s3ErrorCode(xml: string): string {
  return /<Code>([^<]*)<\/Code>/.exec(xml)?.[1] ?? '';
}

function decodeKey(encoded: string): string {
  return decodeURIComponent(encoded.replaceAll('+', ' '));
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
