import { applyEdits, type Edit } from '../../edit/apply-edits.js';
import { groupBy } from '../../text/group-by.js';
import type { NestedProperty } from './edit-member.js';

/**
 * The edits that put properties of literals into the objects that have them in the revision: the first of each object opens it, and the
 * others move behind it. `edits` are those of the file so far; what stands in a property that moves, moves as it is edited.
 */
export function joinNested(text: string, nested: readonly NestedProperty[], edits: readonly Edit[]): readonly Edit[] {
  const objects = groupBy(nested, ({ literal, path }) => JSON.stringify([literal.getStart(), path[0]]));
  let joined = [...edits];
  for (const [, properties] of objects) {
    const [first, ...others] = properties.toSorted((a, b) => a.property.getStart() - b.property.getStart());
    const moved = others.map(({ path, value }) => {
      const inside = joined.filter((one) => one.start >= value.start && one.end <= value.end);
      joined = joined.filter((one) => !inside.includes(one));
      const shifted = inside.map((one) => ({ ...one, start: one.start - value.start, end: one.end - value.start }));
      return `, ${pair(path[1]!, applyEdits(text.slice(value.start, value.end), shifted))}`;
    });
    const { property, value, path } = first!;
    const [outer = '', inner = ''] = path;
    const start = property.getStart();
    const written = text.slice(value.start, value.end);
    joined.push(
      { start, end: value.start, text: `${outer}: { ${written === inner ? '' : `${inner}: `}` },
      { start: property.end, end: property.end, text: `${moved.join('')} }` },
      ...others.map((one) => ({ ...rangeOf(text, one.property), text: '' })),
    );
  }
  return joined;
}

const pair = (name: string, value: string) => (value === name ? name : `${name}: ${value}`);

/** A property with the comma that goes with it, and the blanks before it. */
function rangeOf(text: string, property: NestedProperty['property']): Pick<Edit, 'start' | 'end'> {
  const before = /[\s]*$/.exec(text.slice(0, property.getStart()))![0].length;
  const start = property.getStart() - before;
  const comma = /^\s*,/.exec(text.slice(property.end));
  if (comma) return { start, end: property.end + comma[0].length };
  const last = text.slice(0, start).endsWith(',') ? start - 1 : start;
  return { start: last, end: property.end };
}
