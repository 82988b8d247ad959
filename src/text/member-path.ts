/** A step from an object to one of its members, as a member path has it: `title`, or `["a.b"]` for a name that is no plain word. */
export const memberStep = (name: string): string =>
  /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? name : `[${JSON.stringify(name)}]`;

/** `lines[]` and `sku`: `lines[].sku`; a step in brackets follows without a dot. */
export function joinSteps(path: string, step: string): string {
  return path === '' || step === '' || step.startsWith('[') ? `${path}${step}` : `${path}.${step}`;
}

/** Whether a member is another, or inside it: `author.name` is inside `author`, and everything inside the empty path. */
export function isInside(member: string, outer: string): boolean {
  return outer === '' || member === outer || (member.startsWith(outer) && /[.[]/.test(member[outer.length]!));
}

/** The steps of a member: `body`, `lines`, `[]` and `a.b` of `body.lines[]["a.b"]`; `*` is everything. */
export const memberSteps = (member: string): readonly string[] =>
  (member.match(/\[(?:\d+|\*)?\]|\["(?:[^"\\]|\\.)*"\]|\*|[\p{L}_$][\p{L}\p{N}_$-]*/gu) ?? []).map((step) =>
    step.startsWith('["') ? (JSON.parse(step.slice(1, -1)) as string) : step,
  );
