import type { Finding } from '../../diff/finding.js';
import { sameJson } from '../../json/json.js';
import type { DraftInput } from './draft-input.js';
import { bareJson, idOf, inputName, referredBy, schemasAt, schemasOf } from './locked-schemas.js';

type Compared = Pick<DraftInput, 'promised' | 'current'>;

/** What a finding is about, as `schema Book`, `operation GET /books` or `other`: a shared schema, the operations, or neither. */
export function placesOf(finding: Finding, input: Compared): readonly string[] {
  const schema = schemaOf(finding, input);
  if (schema !== null) return differingIn(schema, input).map((id) => `schema ${id}`);
  const { method, path, reach } = finding;
  if (method !== null && path !== null) return [`operation ${method} ${path}`];
  const reached = reach?.operations.map((one) => `operation ${one.method} ${one.path}`) ?? [];
  return reached.length > 0 ? reached : ['other'];
}

/** A schema that differs itself, and else those inside it that do: its own form is the same, and what it refers to is another. */
function differingIn(id: string, { promised, current }: Compared): readonly string[] {
  const [before, now] = [promised, current].map(({ document }) => schemasOf(document));
  const differs = (name: string) => !sameJson(bareJson(before![name]), bareJson(now![name]));
  if (differs(id) || differs(inputName(id))) return [id];
  const inside = [...referredBy(id, promised.document)].filter((name) => now![name] !== undefined && differs(name));
  return inside.length > 0 ? [...new Set(inside.map((name) => idOf(name, promised.document)))] : [id];
}

/** The id of the schema that a finding is about: the innermost one on the way to it that differs; null for what is no shared schema. */
function schemaOf({ component, pointer }: Finding, { promised, current }: Compared): string | null {
  const named = /^schema (.+)$/.exec(component ?? '')?.[1];
  const [before, now] = [schemasOf(promised.document), schemasOf(current.document)];
  if (named !== undefined && before[named] !== undefined && now[named] !== undefined)
    return idOf(named, promised.document);
  const isAtBoth = (name: string) =>
    prefixesOf(pointer).some((prefix) =>
      [current, promised].every(({ document }) => schemasAt(document, prefix).includes(name)),
    );
  const differing = [current, promised]
    .flatMap(({ document }) => schemasAt(document, pointer).filter(isAtBoth))
    .find(
      (name) =>
        before[name] !== undefined && now[name] !== undefined && !sameJson(bareJson(before[name]), bareJson(now[name])),
    );
  return differing === undefined ? null : idOf(differing, promised.document);
}

/** A place, and those that hold it, the innermost first. */
const prefixesOf = (pointer: string) => {
  const steps = pointer.split('/');
  return steps.map((_, index) => steps.slice(0, steps.length - index).join('/'));
};
