import { compileText } from './compile-text.js';
import { keyText, memberText, readerOf, setMember } from './members.js';
import { isRecord, type Projection } from './node.js';

type Values = Readonly<Record<string, unknown>>;
type Member = readonly [name: string, projection: Projection | null];

/** `rest` projects undeclared members; null keeps them as they are. */
export function objectProjection(members: readonly Member[], rest: Projection | 'drop' | null): Projection {
  const one = rest === 'drop' ? compileObject(members) : null;
  if (one) return one;
  const build = rest === 'drop' ? pickOneByOne(members) : keeper(members, rest);
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) throw otherShape('an object', 'an array');
    return typeof (value as Values)['toJSON'] === 'function' ? stand(value, build) : build(value as Values);
  };
}

/** Sent as it is, such a value would take its undeclared members along. */
export const otherShape = (expected: string, received: string) =>
  new TypeError(`Expected ${expected}, received ${received}.`);

/** What an object with `toJSON` is sent as. */
function stand(value: object, build: (value: Values) => unknown): unknown {
  const stood = (value as { toJSON(): unknown }).toJSON();
  if (Array.isArray(stood)) throw otherShape('an object', 'an array');
  return isRecord(stood) ? build(stood) : stood;
}

/**
 * A function of its own for each schema: shared code would see the objects of all schemas, which V8 does not optimise.
 * null where the platform forbids code generation.
 */
function compileObject(members: readonly Member[]): Projection | null {
  const projections = members.map(([, projection]) => projection);
  return compileText<Projection>(
    `const build = ${builderText(members)};
return (value) => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) throw otherShape('an object', 'an array');
  return typeof value.toJSON === 'function' ? stand(value, build) : build(value);
};`,
    { projections, stand, otherShape },
  );
}

/** A function that builds an object of the declared members as one literal. */
function builderText(members: readonly Member[]): string {
  const literal = members.map(([name, projection], index) => {
    const own = memberText(name);
    return `${keyText(name)}: ${projection ? `${own} === undefined ? undefined : p${index}(${own})` : own}`;
  });
  const parts = members.flatMap(([, projection], index) =>
    projection ? [`const p${index} = projections[${index}];`] : [],
  );
  return `(() => { ${parts.join(' ')} return (value) => ({ ${literal.join(', ')} }); })()`;
}

function picker(members: readonly Member[]): (value: Values) => unknown {
  const projections = members.map(([, projection]) => projection);
  return (
    compileText<(value: Values) => unknown>(`return ${builderText(members)};`, { projections }) ?? pickOneByOne(members)
  );
}

function pickOneByOne(members: readonly Member[]): (value: Values) => unknown {
  const readers = members.map(([name, projection]) => [name, readerOf(name), projection] as const);
  return (value) => {
    const picked: Record<string, unknown> = {};
    for (const [name, read, projection] of readers) {
      const own = read(value);
      if (own !== undefined) setMember(picked, name, projection ? projection(own) : own);
    }
    return picked;
  };
}

/** As `picker`, with the undeclared members behind the declared ones. */
function keeper(members: readonly Member[], rest: Projection | null): (value: Values) => unknown {
  const declared = new Set(members.map(([name]) => name));
  const pick = picker(members);
  return (value) => {
    const kept = pick(value) as Record<string, unknown>;
    for (const [name, own] of Object.entries(value))
      if (!declared.has(name)) setMember(kept, name, rest ? rest(own) : own);
    return kept;
  };
}
