import type { OperationPair } from '../../openapi/operations/operation-pair.js';
import type { Parameter } from '../../openapi/operations/read-parameters.js';

/** A parameter on both sides. */
export interface MatchedParameter {
  readonly base: Parameter;
  readonly revision: Parameter;
}

/** The matched parameters of an operation. */
export interface MatchedParameters {
  readonly common: readonly MatchedParameter[];
  readonly moved: readonly MatchedParameter[];
  readonly added: readonly Parameter[];
  readonly removed: readonly Parameter[];
}

/** Matches parameters by place and name; one that was removed here and is new there under the same name has moved. */
export function matchParameters({ base, revision }: OperationPair): MatchedParameters {
  const others = new Map(revision.parameters.map((parameter) => [parameter.key, parameter]));
  const known = new Set(base.parameters.map(({ key }) => key));
  const common = base.parameters
    .filter(({ key }) => others.has(key))
    .map((parameter) => ({ base: parameter, revision: others.get(parameter.key)! }));
  const gone = base.parameters.filter(({ key }) => !others.has(key));
  const fresh = revision.parameters.filter(({ key }) => !known.has(key));
  const moved = gone.flatMap((parameter) => {
    const partner = fresh.find(
      (other) => other.name.toLowerCase() === parameter.name.toLowerCase() && other.carrier !== parameter.carrier,
    );
    return partner ? [{ base: parameter, revision: partner }] : [];
  });
  return {
    common,
    moved,
    added: fresh.filter((parameter) => !moved.some((move) => move.revision === parameter)),
    removed: gone.filter((parameter) => !moved.some((move) => move.base === parameter)),
  };
}

/** A parameter in words: query parameter "limit". */
export function describeParameter({ carrier, name }: Parameter): string {
  return `${carrier} parameter "${name}"`;
}
