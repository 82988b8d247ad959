/** The field in which a request names previews, and an answer those that acted: a list of tokens (RFC 9651, section 3.1). */
export const previewField = 'API-Preview';
