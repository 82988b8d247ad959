interface Described {
  /** CommonMark. */
  readonly description?: string;
  readonly [extension: `x-${string}`]: unknown;
}

interface Scopes {
  readonly refreshUrl?: string;
  /** A description by scope. */
  readonly scopes: Readonly<Record<string, string>>;
}

type Authorization = { readonly authorizationUrl: string };
type Token = { readonly tokenUrl: string };

/** The flows of OAuth 2 (RFC 6749). */
export interface OAuthFlows {
  readonly authorizationCode?: Authorization & Token & Scopes;
  readonly clientCredentials?: Token & Scopes;
  readonly implicit?: Authorization & Scopes;
  readonly password?: Token & Scopes;
}

/** A way to send credentials (OpenAPI 3.1, section 4.8.27). */
export type SecurityScheme = Described &
  (
    | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
    | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
    | { readonly type: 'oauth2'; readonly flows: OAuthFlows }
    | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string }
    | { readonly type: 'mutualTLS' }
  );

/** The schemes of an app that names none. */
export const bearerOnly: Readonly<Record<string, SecurityScheme>> = Object.freeze({
  bearer: { type: 'http', scheme: 'bearer', description: 'A token in the Authorization header.' },
});
