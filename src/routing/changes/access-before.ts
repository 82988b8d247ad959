import type { AccessFacts } from '../declare/access-facts.js';
import type { Facts } from '../declare/declaration.js';
import type { ThrottlePolicy } from '../declare/route-facts.js';
import { type DeclaredSecurity, isOpen, readSecurity } from '../declare/security.js';
import { isObject } from '../../json/json.js';
import { describeValue, isText } from '../../changes/read-arguments.js';

/** Who might call an operation before, as the decorators say it; omitted parts are unchanged. */
export interface AccessBefore {
  /** One of them was needed; none for any signed-in caller. */
  readonly roles?: readonly string[];
  /** As `@Security`; `{}` for anybody. */
  readonly security?: DeclaredSecurity;
  /** As `@Throttle`; `skip` as `@SkipThrottle`. */
  readonly throttle?: ThrottlePolicy | 'skip';
}

const names: readonly string[] = ['roles', 'security', 'throttle'];
const isPositive = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;

/** What is wrong with a value that says who might call an operation, after its name: `.roles is an empty list`; null for nothing. */
export function accessFault(value: unknown): string | null {
  if (!isObject(value)) return ` is ${describeValue(value)}`;
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) return ` has an unknown member ${JSON.stringify(unknown)}`;
  const { roles, security, throttle } = value as AccessBefore;
  if (roles !== undefined && !Array.isArray(roles)) return `.roles is ${describeValue(roles)}`;
  const nameless = roles?.findIndex((role) => !isText(role)) ?? -1;
  if (nameless >= 0) return `.roles[${nameless}] is ${describeValue(roles![nameless])}`;
  if (Array.isArray(security) && security.length === 0) return '.security is an empty list';
  if (security !== undefined && readSecurity(security) === null) return `.security is ${describeValue(security)}`;
  if (throttle === undefined || throttle === 'skip') return null;
  if (!isObject(throttle)) return `.throttle is ${describeValue(throttle)}`;
  const wrong = (['limit', 'windowSeconds'] as const).find((name) => !isPositive(throttle[name]));
  return wrong ? `.throttle.${wrong} is ${describeValue(throttle[wrong])}` : null;
}

/** What an older version asked of a caller, where it asked for something else. */
export function factsBefore(facts: Facts, before: AccessBefore | undefined): Facts {
  if (!before) return facts;
  const { roles, throttle } = before;
  const security = before.security === undefined ? undefined : readSecurity(before.security)!;
  const { access, ...others } = facts;
  // Credentials that were needed contradict @Public, and a caller who needed none had no role.
  const isOpened = security?.some(isOpen) ?? false;
  const kept: AccessFacts = access && !(security && access.kind === 'public') ? { access } : {};
  const needed: AccessFacts = roles ? { access: { kind: 'authenticated' } } : kept;
  return {
    ...others,
    ...(roles?.length ? { access: { kind: 'roles', roles } } : isOpened ? {} : needed),
    ...(security && { security }),
    ...(throttle !== undefined && { throttle }),
  };
}
