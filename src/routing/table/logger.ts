/** What the app writes about itself to; the console by default. */
export interface Logger {
  /** Start, stop, and what is worth knowing. */
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** What works and should be looked at. */
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Opaque 500s, and failures in the background. */
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
