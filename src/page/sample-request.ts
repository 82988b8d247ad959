/** A request as the page sends it and shows it in code. */
export interface SampleRequest {
  readonly method: string;
  /** Absolute, or relative to the server. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: SampleBody | null;
  /** What the typed client needs. */
  readonly typed: {
    readonly path: string;
    readonly version: string | null;
    /** Its option `previews`. */
    readonly previews: readonly string[];
    /** By place and name: `{ path: { id: '1' } }`. */
    readonly parameters: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

/** A body: text as it is sent, a form in one of its two encodings, or a file. */
export type SampleBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'multipart' | 'form'; readonly parts: readonly SamplePart[] }
  | { readonly kind: 'file'; readonly file: string };

/** A part of a form; a file is named, not read. */
export interface SamplePart {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

/** How the parts of a form are encoded under a media type. */
export function formKind(mediaType: string): 'multipart' | 'form' {
  return /^multipart\//i.test(mediaType) ? 'multipart' : 'form';
}
