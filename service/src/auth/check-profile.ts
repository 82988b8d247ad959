import { AuthRefusal } from './auth-refusal.js';
import type { AuthRequest } from './auth-request.js';
import { readMembers } from './read-members.js';

/** Throws a 400 for a name that shows nothing, and for a picture that is no web address: better-auth takes both. */
export function checkProfile(request: AuthRequest): AuthRequest {
  const { name, image } = readMembers(request.body);
  if (name !== undefined && !isVisible(name)) {
    throw new AuthRefusal(400, 'INVALID_NAME', 'name must be a text with at least one visible character.');
  }
  if (image !== undefined && image !== null && !isWebAddress(image)) {
    throw new AuthRefusal(
      400,
      'INVALID_IMAGE',
      'image must be an http or https address, such as https://example.com/ada.png.',
    );
  }
  return request;
}

/** White space, control and format characters show nothing. */
function isVisible(value: unknown): boolean {
  return typeof value === 'string' && /[^\s\p{Cc}\p{Cf}]/u.test(value);
}

/** A page that shows it as a link must not run it. */
function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);
}
