import { problem, type BootProblem } from '../../report/boot-problem.js';
import { suggestName } from '../../text/nearest-name.js';
import { injectableName } from '../../wiring/token.js';
import type { Facts } from '../declare/declaration.js';
import type { GuardClass } from '../declare/guard.js';
import { isOpen, readSecurity, type SecurityRequirement, securityForms } from '../declare/security.js';
import type { Route } from './route.js';
import { bearerOnly, type SecurityScheme } from './security-schemes.js';
import type { RoutingOptions } from './service-options.js';
import type { Access } from '../declare/route-facts.js';
import { quote } from '../../text/quote.js';

type Alternatives = readonly SecurityRequirement[];
type AccessOptions = Pick<RoutingOptions, 'defaultAccess' | 'securitySchemes'>;

/** Who may call a route, and the credentials that its documents ask for. */
export function resolveAccess(facts: Facts, options: AccessOptions): Pick<Route, 'access' | 'security'> {
  const access = Object.freeze(accessOf(facts, options));
  const own = ownSecurity(access, facts.security, options);
  const guarded = (facts.guards ?? []).flatMap((guard) => {
    const alternatives = guard.security === undefined ? null : readSecurity(guard.security);
    return alternatives ? [alternatives] : [];
  });
  if (guarded.length === 0) return { access, security: own };
  return { access, security: Object.freeze([...(own && own.length > 0 ? [own] : []), ...guarded].reduce(needBoth)) };
}

function accessOf({ access, security, guards = [] }: Facts, { defaultAccess }: AccessOptions): Access {
  if (access) return access;
  if (security) return { kind: security.some(isOpen) ? 'default' : 'authenticated' };
  if (defaultAccess === 'authenticated') return { kind: 'authenticated' };
  return { kind: defaultAccess === 'public' && guards.length === 0 ? 'public' : 'default' };
}

function ownSecurity(
  { kind }: Access,
  declared: Alternatives | undefined,
  { securitySchemes = bearerOnly }: AccessOptions,
): Alternatives | null {
  if (kind === 'public') return Object.freeze([]);
  if (kind === 'default') return declared ?? null;
  const needed = declared?.filter((requirement) => !isOpen(requirement)) ?? [];
  return Object.freeze(needed.length > 0 ? needed : [Object.freeze({ [Object.keys(securitySchemes)[0]!]: [] })]);
}

/** Every pair of alternatives, once. */
function needBoth(some: Alternatives, others: Alternatives): Alternatives {
  const pairs = some.flatMap((one) => others.map((other) => joinRequirements(one, other)));
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
}

function joinRequirements(one: SecurityRequirement, other: SecurityRequirement): SecurityRequirement {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.freeze(
    Object.fromEntries(
      names.map((name) => [
        name,
        [...new Set([one, other].flatMap((each) => (Object.hasOwn(each, name) ? each[name]! : [])))],
      ]),
    ),
  );
}

/** What is wrong with the security that a handler and its guards declare. */
export function securityProblems(
  { security, guards = [] }: Facts,
  { securitySchemes = bearerOnly }: AccessOptions,
  place: Pick<BootProblem, 'source'> & { readonly handler: string },
): readonly BootProblem[] {
  const own = security ? namesOf(`${place.handler}()`, security) : [];
  const declared = guards.filter((guard) => guard.security !== undefined);
  const malformed = declared.filter((guard) => !readSecurity(guard.security));
  const guarded = declared.flatMap((guard) => namesOf(injectableName(guard), readSecurity(guard.security) ?? []));
  return [
    ...malformed.map((guard) => malformedGuard(guard, place)),
    ...[...own, ...guarded].flatMap((use) => unknownScheme(use, securitySchemes, place)),
  ];
}

interface Use {
  readonly owner: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

function namesOf(owner: string, alternatives: Alternatives): readonly Use[] {
  return alternatives.flatMap((requirement) =>
    Object.entries(requirement).map(([name, scopes]) => ({ owner, name, scopes })),
  );
}

function unknownScheme(
  { owner, name, scopes }: Use,
  schemes: Readonly<Record<string, SecurityScheme>>,
  place: Partial<BootProblem>,
): readonly BootProblem[] {
  const report = (what: string, fix: string) => [
    problem('unknown-security-scheme', `${owner} names ${what}.`, fix, place),
  ];
  if (!Object.hasOwn(schemes, name))
    return report(
      `the security scheme "${name}", which securitySchemes lacks`,
      suggestName(
        name,
        Object.keys(schemes),
        `Declare it: securitySchemes: { ${name}: { type: 'http', scheme: 'bearer' } }.`,
      ),
    );
  const scheme = schemes[name]!;
  if (scheme.type !== 'oauth2') return [];
  const known = Object.values(scheme.flows).flatMap((flow) => Object.keys(flow.scopes));
  const unknown = scopes.find((scope) => !known.includes(scope));
  return unknown === undefined
    ? []
    : report(
        `the scope "${unknown}", which no flow of the security scheme ${name} has`,
        suggestName(unknown, known, 'Add it to the scopes of a flow.'),
      );
}

function malformedGuard(guard: GuardClass, place: Partial<BootProblem>): BootProblem {
  const given = quote(guard.security);
  return problem('invalid-security', `${injectableName(guard)} has static security ${given}.`, securityForms, place);
}
