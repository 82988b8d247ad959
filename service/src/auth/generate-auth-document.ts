import type { AuthSettings } from './auth-settings.js';
import { normalizeAuthDocument, type OpenApiObject } from './normalize-auth-document.js';
import { optionsForDescribing } from './options-for-describing.js';

/** Has better-auth describe its routes, and turns that into the fragment merged into the service's documents. */
export async function generateAuthDocument(settings: AuthSettings): Promise<OpenApiObject> {
  const [{ betterAuth }, { openAPI }, { bearer }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins'),
    import('better-auth/plugins/bearer'),
  ]);
  const auth = betterAuth({
    ...optionsForDescribing(settings),
    plugins: [bearer(), openAPI({ disableDefaultReference: true })],
  });
  return normalizeAuthDocument((await auth.api.generateOpenAPISchema()) as unknown as OpenApiObject);
}
