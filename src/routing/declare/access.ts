import { declarationError } from '../../wiring/load-session.js';
import { declareFacts, requireParentheses } from './declaration.js';

/** Anyone may call: the document declares an empty security requirement. */
export function Public(...given: readonly never[]) {
  requireParentheses('Public', given);
  return declareFacts({ access: { kind: 'public' } });
}

/** The caller needs at least one of the roles: 401 without a caller, 403 without a role. */
export function Roles(...roles: readonly string[]) {
  if (roles.length === 0 || roles.some((role) => typeof role !== 'string' || role === '')) {
    declarationError(
      'invalid-roles',
      '@Roles names no role, so that nobody could call',
      "Write the roles that may, as @Roles('admin', 'editor').",
    );
  }
  return declareFacts({ access: { kind: 'roles', roles } });
}
