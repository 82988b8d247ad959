/** The authentication routes as an OpenAPI fragment, written by scripts/generate-auth-document.mjs. */
import document from './auth-document.json' with { type: 'json' };

export default document;
