import { listAt, objectAt, sortedKeys, type Json } from '../../../json/json.js';

/** One alternative of a security requirement: its schemes, and the scopes of each. */
export type Requirement = ReadonlyMap<string, readonly string[]>;

/** A difference between two lists of requirements. */
export interface RequirementChange {
  readonly kind: 'security-added' | 'security-removed' | 'security-scope-added' | 'security-scope-removed';
  readonly text: string;
}

const nothing = 'no credentials';

/** Whether a request needs no credentials: there is no requirement, or one of them is empty. */
export function letsAnybodyIn(requirements: ReadonlyMap<string, Requirement>): boolean {
  return requirements.size === 0 || requirements.has(nothing);
}

/** Reads `security`, by the names of the schemes in each alternative. */
export function readRequirements(security: Json | undefined): ReadonlyMap<string, Requirement> {
  return new Map(
    listAt(security).map((written) => {
      const schemes = objectAt(written);
      const names = sortedKeys(schemes);
      return [names.join(' and ') || nothing, new Map(names.map((name) => [name, listAt(schemes[name]).map(String)]))];
    }),
  );
}

/** Compares alternatives by the schemes they name, and the scopes of those that both sides have. */
export function compareRequirements(
  base: ReadonlyMap<string, Requirement>,
  revision: ReadonlyMap<string, Requirement>,
): readonly RequirementChange[] {
  const removed = [...base.keys()].filter((name) => !revision.has(name));
  const added = [...revision.keys()].filter((name) => !base.has(name));
  return [
    ...removed.map((name) => ({ kind: 'security-removed' as const, text: `${name} no longer gives access` })),
    ...added.map((name) => ({ kind: 'security-added' as const, text: `${name} gives access now` })),
    ...[...base].flatMap(([name, requirement]) => compareScopes(requirement, revision.get(name))),
  ];
}

function compareScopes(base: Requirement, revision: Requirement | undefined): readonly RequirementChange[] {
  if (!revision) return [];
  return [...base].flatMap(([scheme, scopes]) => {
    const others = revision.get(scheme) ?? [];
    return [
      ...scopes
        .filter((scope) => !others.includes(scope))
        .map((scope) => ({
          kind: 'security-scope-removed' as const,
          text: `${scheme} no longer needs the scope "${scope}"`,
        })),
      ...others
        .filter((scope) => !scopes.includes(scope))
        .map((scope) => ({ kind: 'security-scope-added' as const, text: `${scheme} now needs the scope "${scope}"` })),
    ];
  });
}
