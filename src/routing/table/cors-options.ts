type Origin = boolean | string | RegExp | (boolean | string | RegExp)[];
type FindOrigin = (origin: string | undefined, answer: (error: Error | null, origin?: Origin) => void) => void;

/** Which pages of other origins may call; the options of the package cors. */
export interface CorsOptions {
  /** '*' by default. */
  origin?: Origin | FindOrigin | undefined;
  /** 'GET,HEAD,PUT,PATCH,POST,DELETE' by default. */
  methods?: string | string[] | undefined;
  /** What a preflight asks for by default. */
  allowedHeaders?: string | string[] | undefined;
  exposedHeaders?: string | string[] | undefined;
  credentials?: boolean | undefined;
  /** Seconds for which a browser keeps the answer to a preflight. */
  maxAge?: number | undefined;
  preflightContinue?: boolean | undefined;
  /** 204 by default. */
  optionsSuccessStatus?: number | undefined;
}
