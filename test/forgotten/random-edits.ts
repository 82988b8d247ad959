import fc from 'fast-check';

/** A change of some members of an object as TypeScript, in both directions: `value` is the other side's object. */
export interface Edit {
  readonly what: string;
  /** The schemas of members by name. */
  readonly newer: Readonly<Record<string, string>>;
  readonly older: Readonly<Record<string, string>>;
  /** What the older members are made of, and the newer ones. */
  readonly down: Readonly<Record<string, string>>;
  readonly up: Readonly<Record<string, string>>;
}

/** Free names for the members of one object, and the constants of schemas that a member may hold. */
interface Place {
  readonly name: () => string;
  readonly inner: readonly string[];
}

type MakeEdit = (place: Place, draw: Draw) => Omit<Edit, 'what'>;

/** One of some values. */
export type Draw = <T>(values: readonly T[]) => T;

const scalars = ['z.string()', 'z.string().min(2)', 'z.int()', 'z.number()', 'z.boolean()', 'z.array(z.string())'];
const texts = ['z.string()', 'z.string().min(2)'];
const standIns: Readonly<Record<string, string>> = {
  'z.string()': "'none'",
  'z.string().min(2)': "'none'",
  'z.int()': '0',
  'z.number()': '0',
  'z.boolean()': 'false',
  'z.array(z.string())': '[]',
};

const optional = (schema: string) => `${schema}.optional()`;
const nullable = (schema: string) => `${schema}.nullable()`;
const filled = (schema: string) => (value: string) => `(${value} ?? ${standIns[schema]})`;
const same = (value: string) => value;

/** One member with another schema on each side, under one name or two. */
function member(
  place: Place,
  draw: Draw,
  sides: {
    readonly newer: string;
    readonly older: string;
    down?: (value: string) => string;
    up?: (value: string) => string;
  },
): Omit<Edit, 'what'> {
  const newer = place.name();
  // A member with one name and one schema shows no difference.
  const keepsName = sides.newer !== sides.older && draw([true, true, false]);
  const older = keepsName ? newer : place.name();
  return {
    newer: { [newer]: sides.newer },
    older: { [older]: sides.older },
    down: { [older]: (sides.down ?? same)(`value.${newer}`) },
    up: { [newer]: (sides.up ?? same)(`value.${older}`) },
  };
}

/** A kind and its reverse. */
const turned =
  (make: MakeEdit): MakeEdit =>
  (place, draw) => {
    const { newer, older, down, up } = make(place, draw);
    return { newer: older, older: newer, down: up, up: down };
  };

const renames: MakeEdit = ({ name }, draw) => {
  const schema = draw(scalars);
  const wrap = draw([same, same, optional, nullable]);
  const pairs = Array.from({ length: draw([1, 1, 2]) }, () => [name(), name()] as const);
  return {
    newer: Object.fromEntries(pairs.map(([newer]) => [newer, wrap(schema)])),
    older: Object.fromEntries(pairs.map(([, older]) => [older, wrap(schema)])),
    down: Object.fromEntries(pairs.map(([newer, older]) => [older, `value.${newer}`])),
    up: Object.fromEntries(pairs.map(([newer, older]) => [newer, `value.${older}`])),
  };
};

const adds: MakeEdit = ({ name }, draw) => {
  const schema = draw(scalars);
  const newer = name();
  const [declared, value] = draw([
    [optional(schema), null],
    [`${schema}.default(${standIns[schema]})`, standIns[schema]!],
    [schema, standIns[schema]!],
  ] as const);
  return { newer: { [newer]: declared }, older: {}, down: {}, up: value === null ? {} : { [newer]: value } };
};

const removes: MakeEdit = ({ name }, draw) => {
  const schema = draw(scalars);
  const older = name();
  if (draw([true, false])) return { newer: {}, older: { [older]: optional(schema) }, down: {}, up: {} };
  return { newer: {}, older: { [older]: schema }, down: { [older]: standIns[schema]! }, up: {} };
};

/** Required in the newer shape. */
const required: MakeEdit = (place, draw) => {
  const schema = draw(scalars);
  return member(place, draw, { newer: schema, older: optional(schema), up: filled(schema) });
};

/** Never null in the newer shape. */
const present: MakeEdit = (place, draw) => {
  const schema = draw(scalars);
  return member(place, draw, { newer: schema, older: nullable(schema), up: filled(schema) });
};

/** Null instead of nothing. */
const nulled: MakeEdit = (place, draw) => {
  const schema = draw(scalars);
  return member(place, draw, {
    newer: nullable(schema),
    older: optional(schema),
    down: (value) => `(${value} ?? undefined)`,
    up: (value) => `(${value} ?? null)`,
  });
};

const listed: MakeEdit = (place, draw) => {
  const schema = draw([...scalars.slice(0, 5), ...place.inner]);
  const least = draw(['', '.min(1)']);
  return member(place, draw, {
    newer: `z.array(${schema})${least}`,
    older: schema,
    down: (value) => (standIns[schema] ? `(${value}[0] ?? ${standIns[schema]})` : `${value}[0]`),
    up: (value) => `[${value}]`,
  });
};

const boxed: MakeEdit = (place, draw) => {
  const schema = draw(scalars);
  const [inner, other] = [place.name(), place.name()];
  const rest = draw([
    ['', ''],
    [`, ${other}: ${optional('z.string()')}`, ''],
    [`, ${other}: z.string()`, `, ${other}: 'none'`],
  ] as const);
  return member(place, draw, {
    newer: `z.object({ ${inner}: ${schema}${rest[0]} })`,
    older: schema,
    down: (value) => `${value}.${inner}`,
    up: (value) => `{ ${inner}: ${value}${rest[1]} }`,
  });
};

const moved: MakeEdit = ({ name }, draw) => {
  const pairs = Array.from({ length: draw([1, 2, 2]) }, () => {
    const inner = name();
    return { inner, older: draw([inner, inner, name()]), schema: draw(scalars) };
  });
  const outer = name();
  return {
    newer: { [outer]: `z.object({ ${pairs.map(({ inner, schema }) => `${inner}: ${schema}`).join(', ')} })` },
    older: Object.fromEntries(pairs.map(({ older, schema }) => [older, schema])),
    down: Object.fromEntries(pairs.map(({ inner, older }) => [older, `value.${outer}.${inner}`])),
    up: { [outer]: `{ ${pairs.map(({ inner, older }) => `${inner}: value.${older}`).join(', ')} }` },
  };
};

const enums: MakeEdit = (place, draw) => {
  const [fresh, gone] = draw([
    [['shut'], ['closed']],
    [
      ['shut', 'lent'],
      ['closed', 'away'],
    ],
    [['lent'], []],
    [[], ['closed']],
    [['lent', 'shut'], ['closed']],
  ] as const);
  const all = (some: readonly string[]) => ['open', ...some];
  const toward = (from: readonly string[], to: readonly string[]) => {
    const pairs = from.map((one) => `'${one}': '${draw(to.length > 0 && draw([true, true, false]) ? to : all(to))}'`);
    return (value: string) => `(({ ${pairs.join(', ')} } as any)[${value}] ?? ${value})`;
  };
  const schema = (some: readonly string[]) =>
    `z.enum([${all(some)
      .map((one) => `'${one}'`)
      .join(', ')}])`;
  return member(place, draw, {
    newer: schema(fresh),
    older: schema(gone),
    down: toward(fresh, gone),
    up: toward(gone, fresh),
  });
};

const texted: MakeEdit = (place, draw) => {
  const number = draw(['z.int()', 'z.number()']);
  const text = draw([
    'z.string()',
    String.raw`z.string().regex(/^\d{1,9}$/)`,
    String.raw`z.string().regex(/^bk_\d{1,9}$/)`,
  ]);
  const prefix = text.includes('bk_') ? 'bk_' : '';
  return member(place, draw, {
    newer: text,
    older: number,
    down: (value) => `Number(${value}.slice(${prefix.length}))`,
    up: (value) => `'${prefix}' + ${value}`,
  });
};

const units: MakeEdit = (place, draw) => {
  const factor = draw([100, 1000, 60]);
  const [newer, older] = draw([
    ['z.int()', 'z.number()'],
    ['z.int().max(100000)', `z.number().max(${100000 / factor})`],
    ['z.number()', 'z.number()'],
  ] as const);
  return member(place, draw, {
    newer,
    older,
    down: (value) => `${value} / ${factor}`,
    up: (value) => (newer.startsWith('z.int') ? `Math.round(${value} * ${factor})` : `${value} * ${factor}`),
  });
};

const split: MakeEdit = ({ name }, draw) => {
  const [first, last, whole, schema] = [name(), name(), name(), draw(texts)];
  return {
    newer: { [first]: 'z.string()', [last]: 'z.string()' },
    older: { [whole]: schema },
    down: { [whole]: `[value.${first}, value.${last}].join(' ').trim()` },
    up: {
      [first]: `value.${whole}.split(' ')[0]`,
      [last]: `value.${whole}.split(' ').slice(1).join(' ')`,
    },
  };
};

const widened: MakeEdit = (place, draw) => {
  const [only, other] = draw([
    ['z.string()', 'z.int()'],
    ['z.int()', 'z.string()'],
    ['z.object({ text: z.string() })', 'z.string()'],
  ] as const);
  const plain: Readonly<Record<string, (value: string) => string>> = {
    'z.string()': (value) => `(typeof ${value} === 'string' ? ${value} : String(${value}))`,
    'z.int()': (value) => `(typeof ${value} === 'number' ? ${value} : 0)`,
    'z.object({ text: z.string() })': (value) => `(typeof ${value} === 'string' ? { text: ${value} } : ${value})`,
  };
  return member(place, draw, { newer: `z.union([${only}, ${other}])`, older: only, down: plain[only]! });
};

const tightened: MakeEdit = (place, draw) =>
  member(place, draw, {
    newer: 'z.int().max(50)',
    older: draw(['z.int().max(100)', 'z.int()', 'z.number().max(50)']),
    up: (value) => `Math.min(Math.trunc(${value}), 50)`,
  });

const items: MakeEdit = (place, draw) => {
  const [now, before] = [place.name(), place.name()];
  const rest = draw(['', `, ${place.name()}: z.string().optional()`]);
  const each = (from: string, to: string) => (value: string) =>
    `${value}.map(({ ${from}, ...rest }: any) => ({ ...rest, ${to}: ${from} }))`;
  return member(place, draw, {
    newer: `z.array(z.object({ ${now}: z.string()${rest} }))`,
    older: `z.array(z.object({ ${before}: z.string()${rest} }))`,
    down: each(now, before),
    up: each(before, now),
  });
};

/** The kinds of changes by name. */
export const kinds: Readonly<Record<string, MakeEdit>> = {
  renames,
  adds,
  removes,
  required,
  optional: turned(required),
  present,
  nullable: turned(present),
  nulled,
  missing: turned(nulled),
  listed,
  unlisted: turned(listed),
  boxed,
  unboxed: turned(boxed),
  moved,
  flattened: turned(moved),
  enums,
  texted,
  numbered: turned(texted),
  units,
  coarser: turned(units),
  split,
  joined: turned(split),
  widened,
  narrowed: turned(widened),
  tightened,
  loosened: turned(tightened),
  items,
};

const words =
  'name title label nick city street note size count code owner keeper grade kind price cost tag word first last area zone rank unit'.split(
    ' ',
  );

/** A stream of choices, the same for the same numbers. */
export function drawFrom(numbers: readonly number[]): Draw {
  let index = 0;
  return (values) => values[numbers[index++ % numbers.length]! % values.length]!;
}

export const numbers = fc.array(fc.nat({ max: 5039 }), { minLength: 40, maxLength: 40 });

/** An object with some members that stay as they are, and edits of others. */
export function editObject(some: readonly string[], inner: readonly string[], draw: Draw): readonly Edit[] {
  const free = [...words];
  const place: Place = { name: () => free.splice(free.indexOf(draw(free)), 1)[0]!, inner };
  const kept = Array.from({ length: draw([1, 2]) }, (): Edit => {
    const [name, schema] = [place.name(), draw([...scalars, ...inner, ...inner.map((one) => `z.array(${one})`)])];
    const alike = { [name]: schema };
    const through = { [name]: `value.${name}` };
    return { what: 'kept', newer: alike, older: alike, down: through, up: through };
  });
  return [...kept, ...some.map((kind) => ({ what: kind, ...kinds[kind]!(place, draw) }))];
}
