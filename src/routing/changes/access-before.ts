import type { AccessFacts } from '../declare/access-facts.js';
import type { Facts } from '../declare/declaration.js';
import type { ThrottlePolicy } from '../declare/route-facts.js';
import { type DeclaredSecurity, readSecurity } from '../declare/security.js';
import { isObject } from '../../json/json.js';
import { isText } from './read-arguments.js';

/** Who might call an operation before, as the decorators say it; omitted parts are unchanged. */
export interface AccessBefore {
  /** One of them was needed. */
  readonly roles?: readonly string[];
  /** As `@Security`. */
  readonly security?: DeclaredSecurity;
  /** As `@Throttle`; `skip` as `@SkipThrottle`. */
  readonly throttle?: ThrottlePolicy | 'skip';
}

const names: readonly string[] = ['roles', 'security', 'throttle'];
const isPositive = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;

/** Whether a value says who might call an operation. */
export function isAccess(value: unknown): value is AccessBefore {
  if (!isObject(value) || !Object.keys(value).every((name) => names.includes(name))) return false;
  const { roles, security, throttle } = value as AccessBefore;
  return (
    (roles === undefined || (Array.isArray(roles) && roles.length > 0 && roles.every(isText))) &&
    (security === undefined || readSecurity(security) !== null) &&
    (throttle === undefined ||
      throttle === 'skip' ||
      (isPositive(throttle?.limit) && isPositive(throttle.windowSeconds)))
  );
}

/** What an older version asked of a caller, where it asked for something else. */
export function factsBefore(facts: Facts, before: AccessBefore | undefined): Facts {
  if (!before) return facts;
  const { roles, throttle } = before;
  const security = before.security === undefined ? undefined : readSecurity(before.security)!;
  const { access, ...others } = facts;
  // Credentials that were needed contradict @Public.
  const kept: AccessFacts = access && !(security && access.kind === 'public') ? { access } : {};
  return {
    ...others,
    ...(roles ? { access: { kind: 'roles', roles } } : kept),
    ...(security && { security }),
    ...(throttle !== undefined && { throttle }),
  };
}
