import { declarationError, type SourceReader } from '../../report/load-session.js';
import type { Access } from './route-facts.js';
import type { SecurityRequirement } from './security.js';

/** What a handler or a controller declares about who may call. */
export interface AccessFacts {
  readonly access?: Access;
  /** The alternatives of `@Security`. */
  readonly security?: readonly SecurityRequirement[];
}

/** A handler's declaration over its controller's: `@Public` lifts `@Security`, and `@Security` lifts `@Public`. */
export function overrideAccess(outer: AccessFacts, inner: AccessFacts): AccessFacts {
  if (inner.access?.kind === 'public') return { access: inner.access };
  const access = inner.access ?? (inner.security && outer.access?.kind === 'public' ? undefined : outer.access);
  const security = inner.security ?? outer.security;
  return { ...(access && { access }), ...(security && { security }) };
}

/** Two decorators of one handler or controller: `@Roles` needs more than `@Authenticated`, in either order. */
export function combineAccess(upper: AccessFacts, lower: AccessFacts, source: SourceReader): AccessFacts {
  const both = [upper, lower];
  const isPublic = both.some(({ access }) => access?.kind === 'public');
  if (isPublic && both.some(({ access, security }) => security || (access && access.kind !== 'public'))) {
    declarationError(
      'invalid-security',
      '@Public is beside @Security, @Authenticated or @Roles, which need credentials',
      'Remove one of them. A decorator on a handler overrides those of its controller.',
      source,
    );
  }
  const access = both.find((one) => one.access?.kind === 'roles')?.access ?? lower.access ?? upper.access;
  const security = lower.security ?? upper.security;
  return { ...(access && { access }), ...(security && { security }) };
}
