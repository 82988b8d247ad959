import { listAt, objectAt, sortedKeys, type Json } from '../../json/json.js';

/** One alternative of a security requirement: its schemes, and the scopes of each. */
export type Requirement = ReadonlyMap<string, readonly string[]>;

/** What happened between two lists of requirements. */
export type RequirementEvent = 'added' | 'removed' | 'scope-added' | 'scope-removed';

/** An event, and the sentence that reports it. */
export interface RequirementChange {
  readonly event: RequirementEvent;
  readonly text: string;
}

const nothing = 'no credentials';

/** Whether a request needs no credentials: nothing is required, or one alternative is empty. */
export function needsNoCredentials(requirements: readonly Requirement[]): boolean {
  return requirements.length === 0 || requirements.some(({ size }) => size === 0);
}

/** Reads `security`, an alternative each. */
export function listRequirements(security: Json | undefined): readonly Requirement[] {
  return listAt(security).map((written) => {
    const schemes = objectAt(written);
    return new Map(sortedKeys(schemes).map((name) => [name, listAt(schemes[name]).map(String)]));
  });
}

/** An alternative in words: `key and oauth`. */
export function nameRequirement(requirement: Requirement): string {
  return [...requirement.keys()].join(' and ') || nothing;
}

/** Reads `security`; each alternative is listed under the names of its schemes. */
export function readRequirements(security: Json | undefined): ReadonlyMap<string, Requirement> {
  return new Map(listRequirements(security).map((requirement) => [nameRequirement(requirement), requirement]));
}

/** Compares the alternatives, and the scopes of those that both sides have. */
export function compareRequirements(
  base: ReadonlyMap<string, Requirement>,
  revision: ReadonlyMap<string, Requirement>,
): readonly RequirementChange[] {
  const removed = [...base.keys()].filter((name) => !revision.has(name));
  const added = [...revision.keys()].filter((name) => !base.has(name));
  return [
    ...removed.map((name) => ({ event: 'removed' as const, text: `${name} no longer gives access` })),
    ...added.map((name) => ({ event: 'added' as const, text: `${name} now gives access` })),
    ...[...base].flatMap(([name, requirement]) => compareScopes(requirement, revision.get(name))),
  ];
}

function compareScopes(base: Requirement, revision: Requirement | undefined): readonly RequirementChange[] {
  if (!revision) return [];
  return [...base].flatMap(([scheme, scopes]) => {
    const others = revision.get(scheme) ?? [];
    const [before, after] = [new Set(scopes), new Set(others)];
    return [
      ...scopes
        .filter((scope) => !after.has(scope))
        .map((scope) => ({
          event: 'scope-removed' as const,
          text: `${scheme} no longer requires the scope "${scope}"`,
        })),
      ...others
        .filter((scope) => !before.has(scope))
        .map((scope) => ({ event: 'scope-added' as const, text: `${scheme} now requires the scope "${scope}"` })),
    ];
  });
}
