import { compileText } from './compile-text.js';
import { memberText, readerOf } from './members.js';
import { type Complaint, expectedNames, type Fits, isKeyed, isRecord, type SchemaNode, standsFor } from './node.js';
import { readNode } from './read-node.js';

const always: Fits = () => true;
const compiled = new WeakMap<object, Fits>();

/**
 * Whether a parsed value, such as a handler's return value, matches a schema; compiled once per schema. Surplus members are
 * ignored, and an opaque schema matches anything.
 */
export function fitsOf(schema: unknown): Fits {
  if (!isKeyed(schema)) return always;
  const known = compiled.get(schema);
  if (known) return known;
  let fits = always;
  compiled.set(schema, (value) => fits(value));
  const own = compile(readNode(schema));
  fits = (value) => own(standsFor(value));
  compiled.set(schema, fits);
  return fits;
}

function compile(node: SchemaNode): Fits {
  switch (node.kind) {
    case 'object': {
      const members = [...node.members].map(([name, member]) => [name, fitsOf(member)] as const);
      return refined(node.refined, compiledObject(members) ?? eachMember(members));
    }
    case 'array': {
      const element = fitsOf(node.element);
      return refined(node.refined, (value) => Array.isArray(value) && value.every(element));
    }
    case 'tuple': {
      const items = node.items.map(fitsOf);
      const rest = node.rest === null ? null : fitsOf(node.rest);
      return refined(
        node.refined,
        (value) =>
          Array.isArray(value) &&
          items.every((fits, index) => fits(value[index])) &&
          value.slice(items.length).every(rest ?? (() => false)),
      );
    }
    case 'record': {
      const [{ names }, key, member] = [node, fitsOf(node.key), fitsOf(node.value)];
      const fits: Fits = names
        ? (value) => isRecord(value) && expectedNames(names, value).every((name) => member(value[name]))
        : (value) =>
            isRecord(value) &&
            Object.entries(value).every(([name, item]) => (key(name) ? member(item) : node.others !== 'refuse'));
      return refined(node.refined, fits);
    }
    case 'union': {
      const pick = pickOption(node);
      const options = node.options.map(fitsOf);
      // A discriminator chooses the option; whether it fits is another question.
      const fits: Fits = node.discriminator
        ? (value) => options[pick(value)]?.(value) ?? false
        : (value) => pick(value) >= 0;
      return refined(node.refined, fits);
    }
    case 'intersection': {
      const sides = node.sides.map(fitsOf);
      return refined(node.refined, (value) => sides.every((fits) => fits(value)));
    }
    case 'wrapper': {
      const inner = fitsOf(node.inner);
      return refined(
        node.refined,
        (value) => (value === undefined && node.undefined) || (value === null && node.null) || inner(value),
      );
    }
    case 'lazy':
      return (value) => fitsOf(node.read())(value);
    case 'scalar':
      return (value) => node.complaint(value) === null;
    case 'opaque':
      return always;
  }
}

type Members = readonly (readonly [name: string, fits: Fits])[];

/** A function of its own for each schema, as for its projection. null where the platform forbids code generation. */
function compiledObject(members: Members): Fits | null {
  const tests = members.map(([name], index) => `f${index}(${memberText(name)})`);
  const text = `return (value) => ${["typeof value === 'object'", 'value !== null', '!Array.isArray(value)', ...tests].join(' && ')};`;
  return compileText<Fits>(text, Object.fromEntries(members.map(([, fits], index) => [`f${index}`, fits])));
}

function eachMember(members: Members): Fits {
  const readers = members.map(([name, fits]) => [readerOf(name), fits] as const);
  return (value) => isRecord(value) && readers.every(([read, fits]) => fits(read(value)));
}

const refined = (refinement: Complaint | undefined, structure: Fits): Fits =>
  refinement ? (value) => structure(value) && refinement(value) === null : structure;

/** The position of the union option that a parsed value matches: by its discriminator, else the first; -1 for none. */
export function pickOption({
  options,
  discriminator,
}: Extract<SchemaNode, { kind: 'union' }>): (value: unknown) => number {
  if (discriminator) {
    const { member, positions } = discriminator;
    return (value) => {
      const own = standsFor(value);
      return isRecord(own) ? (positions.get(own[member]) ?? -1) : -1;
    };
  }
  const fits = options.map(fitsOf);
  return (value) => {
    for (let index = 0; index < fits.length; index++) if (fits[index]!(value)) return index;
    return -1;
  };
}
