import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SecurityRequirement } from '../declare/security.js';
import { resolveAccess } from './route-access.js';

const requirement = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 })
  .map((names): SecurityRequirement => Object.fromEntries(names.map((name) => [name, []])));
const alternatives = fc.array(requirement, { minLength: 1, maxLength: 3 });
const credentials = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')).map((names) => new Set(names));

const opens = (security: readonly SecurityRequirement[], held: ReadonlySet<string>) =>
  security.some((one) => Object.keys(one).every((name) => held.has(name)));

function guardFor(security: readonly SecurityRequirement[]) {
  return class {
    static readonly security = security;
    check() {}
  };
}

describe('resolveAccess', () => {
  it('asks for credentials that satisfy the route and each of its guards', () => {
    fc.assert(
      fc.property(alternatives, fc.array(alternatives, { maxLength: 3 }), credentials, (own, guarded, held) => {
        const { security } = resolveAccess({ security: own, guards: guarded.map(guardFor) }, {});
        expect(opens(security!, held)).toBe([own, ...guarded].every((each) => opens(each, held)));
      }),
    );
  });

  it('joins the scopes of a scheme that a route and its guard name', () => {
    const guards = [guardFor([{ oauth: ['read', 'write'] }])];
    expect(resolveAccess({ security: [{ oauth: ['read'], key: [] }], guards }, {}).security).toEqual([
      { oauth: ['read', 'write'], key: [] },
    ]);
  });

  it('uses the first scheme for roles and signed-in callers, unless the route names others', () => {
    const securitySchemes = {
      key: { type: 'apiKey', in: 'query', name: 'key' },
      basic: { type: 'http', scheme: 'basic' },
    } as const;
    const access = { kind: 'roles', roles: ['admin'] } as const;
    expect(resolveAccess({ access }, { securitySchemes }).security).toEqual([{ key: [] }]);
    expect(resolveAccess({ access }, {}).security).toEqual([{ bearer: [] }]);
    expect(resolveAccess({ access, security: [{ basic: [] }] }, { securitySchemes })).toEqual({
      access,
      security: [{ basic: [] }],
    });
    expect(resolveAccess({ access: { kind: 'authenticated' }, security: [{}] }, { securitySchemes }).security).toEqual([
      { key: [] },
    ]);
  });

  it('documents an undeclared route as public where the service says so, and otherwise says nothing', () => {
    const undeclared = { access: { kind: 'default' }, security: null };
    expect(resolveAccess({}, {})).toEqual(undeclared);
    expect(resolveAccess({}, { defaultAccess: 'public' })).toEqual({ access: { kind: 'public' }, security: [] });
    class Guard {
      check() {}
    }
    expect(resolveAccess({ guards: [Guard] }, { defaultAccess: 'public' })).toEqual(undeclared);
  });
});
