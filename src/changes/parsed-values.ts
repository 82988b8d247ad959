import { $constructor, $ZodReadonly, type $ZodReadonlyDef, type $ZodType, type ParsePayload } from 'zod/v4/core';
import { libraryOf } from '../schema/foreign/library-pipe.js';
import { rootOf } from '../schema/identity.js';
import { setMember } from '../schema/members.js';
import { byType, isRefusedByType } from '../schema/type-failure.js';
import { definitionOf } from '../schema/zod-tree.js';
import { isUnchanged, type Lineage, memberSchema } from './lineage.js';
import {
  isContainer,
  type Maker,
  olderPath,
  type Origin,
  originOf,
  remember,
  type Standing,
  standingFrom,
  standingOf,
} from './origins.js';
import { type Issue, madeBy, olderPathOf, olderPlace } from './refusal.js';

/** A value that the requested version's schema has parsed, so that nothing runs on it twice. */
export class Parsed {
  constructor(
    readonly value: unknown,
    /** The schema; null for the one that stands where the value is. */
    readonly by: $ZodType | null = null,
    readonly standing: Exclude<Standing, 'made'> = 'parsed',
  ) {}
}

/** A value on its way into a last word; `parsed` is what the requested version's schema returned. */
export const passedOn = (value: unknown, parsed: unknown): unknown =>
  Object.is(value, parsed) ? new Parsed(value) : value;

/** What reaches a schema that changes reach, and whether an older form of this very schema has parsed it. */
export function given(
  { value }: ParsePayload,
  schema: $ZodType,
): { readonly value: unknown; readonly isParsed: boolean } {
  if (!(value instanceof Parsed)) return { value, isParsed: false };
  return { value: value.value, isParsed: value.by === null || rootOf(value.by) === rootOf(schema) };
}

/** A schema that takes what it has parsed as it is, and reads anything else as `read`. What can never be is refused before it is looked at. */
export const passing = (schema: $ZodType, read = schema): $ZodType =>
  definitionOf(schema).type === 'never'
    ? schema
    : wrap(read, (run, payload, context) => {
        const { value } = payload;
        if (!(value instanceof Parsed)) return run(payload, context);
        payload.value = value.value;
        return isBy(value, schema) ? payload : run(payload, context);
      });

/** A schema that changes reach, which takes what the schema of a version in between has returned as it is. */
export const settled = (schema: $ZodType, read: $ZodType): $ZodType =>
  wrap(read, (run, payload, context) => {
    const { value } = payload;
    if (!(value instanceof Parsed) || value.standing !== 'settled' || !isBy(value, schema))
      return run(payload, context);
    payload.value = value.value;
    return payload;
  });

const isBy = ({ by }: Parsed, schema: $ZodType) => by === null || isUnchanged(by, schema);

/** A schema that looks for null and undefined itself. */
export const givingNothing = (schema: $ZodType): $ZodType =>
  wrap(schema, (run, payload, context) => {
    const { value } = payload;
    if (value instanceof Parsed && (value.value ?? null) === null) payload.value = value.value;
    return run(payload, context);
  });

/** Whether everything of a schema has its say here, so that no later version's changes are inside it. */
export type HasWhole = (schema: $ZodType) => boolean;

/**
 * A schema that reads a converted value as `read`, of which it does not parse again what the older version has parsed. With
 * `hasWhole` it remembers which members need no later parse either.
 */
export const reading = (schema: $ZodType, read: $ZodType, maker: Maker | null, hasWhole: HasWhole | null): $ZodType =>
  wrap(read, (run, payload, context) => {
    const { value, isParsed } = given(payload, schema);
    payload.value = libraryOf(schema) ? value : withParsed(value, isParsed);
    const relate = (result: ParsePayload) => {
      for (const issue of result.issues as unknown as Issue[]) attribute(issue, value, isParsed, maker);
      if (passesMembers(schema)) result.value = withoutParsed(result.value);
      if (hasWhole && result.issues.length === 0)
        result.value = remember(result.value, {
          from: value,
          isParsed,
          schema,
          settled: wholeMembers(result.value, schema, hasWhole),
          lineage: null,
          maker: null,
        });
      return result;
    };
    const result = run(payload, context);
    return result instanceof Promise ? result.then(relate) : relate(result);
  });

/** A loose record returns as they are the members that it does not declare. */
function passesMembers(schema: $ZodType): boolean {
  const def = definitionOf(schema);
  return def.type === 'record' && def.mode === 'loose';
}

const withoutParsed = (value: unknown): unknown =>
  isContainer(value) ? mapMembers(value, (_, member) => (member instanceof Parsed ? member.value : member)) : value;

/** A schema that looks at a value as it is, and at none of its members by itself. */
export const readingWhole = (schema: $ZodType, maker: Maker | null): $ZodType =>
  wrap(schema, (run, payload, context) => {
    const { value, isParsed } = given(payload, schema);
    payload.value = value;
    const relate = (result: ParsePayload) => {
      for (const issue of result.issues as unknown as Issue[]) attribute(issue, value, isParsed, maker);
      return result;
    };
    const result = run(payload, context);
    return result instanceof Promise ? result.then(relate) : relate(result);
  });

/** A pipe whose last schema reads what comes out of the pipe, and which reads as a `whole` what a change made to go in. */
export const handedOn = (pipe: $ZodType, last: $ZodType, read: $ZodType, whole: $ZodType): $ZodType =>
  wrap(read, (run, payload, context) => {
    const { value } = payload;
    if (value instanceof Parsed) {
      if (value.by && rootOf(value.by) === rootOf(pipe)) payload.value = new Parsed(value.value, last, value.standing);
      return run(payload, context);
    }
    const result = run(payload, context);
    if (originOf(value) || result instanceof Promise || result.issues.length === 0) return result;
    const made = runNow(whole, value, context);
    return made && made.issues.length === 0 ? made : result;
  });

function runNow(schema: $ZodType, value: unknown, context: Parameters<Run>[1]): ParsePayload | null {
  try {
    const result = schema._zod.run({ value, issues: [] }, context);
    return result instanceof Promise ? null : result;
  } catch {
    return null;
  }
}

function wholeMembers(value: unknown, schema: $ZodType, hasWhole: HasWhole): ReadonlySet<string> {
  const names = isContainer(value) ? Object.keys(value) : [];
  return new Set(
    names.filter((name) => {
      const member = memberSchema(schema, name);
      return member !== undefined && hasWhole(member);
    }),
  );
}

/** A value whose members that need no second parse are marked. */
export function withParsed(value: unknown, isParsed: boolean): unknown {
  if (!isContainer(value)) return value;
  const origin = originOf(value);
  if (origin?.lineage && !Array.isArray(value)) return membersWithParsed(value, origin.lineage, origin, origin.schema);
  if (!origin && !isParsed) return value;
  const mark = (name: string, member: unknown) => {
    const standing = standingOf(value, name, isParsed);
    if (standing === 'made') return member;
    const by = origin ? memberSchema(origin.schema, name) : null;
    return by === undefined ? member : new Parsed(member, by, standing);
  };
  return Array.isArray(value)
    ? value.map((item: unknown, index) => mark(String(index), item))
    : mapMembers(value, mark);
}

function membersWithParsed(owner: object, lineage: Lineage, origin: Origin, schema: $ZodType): object {
  return mapMembers(owner, (name, member) => {
    const [place, by] = [lineage.get(name), memberSchema(schema, name)];
    if (!place || !by) return member;
    const standing = standingFrom(origin, place, member);
    if (standing !== 'made') return new Parsed(member, by, standing);
    return place.inside && isContainer(member) && !Array.isArray(member) && !originOf(member)
      ? membersWithParsed(member, place.inside, origin, by)
      : member;
  });
}

function mapMembers(owner: object, convert: (name: string, member: unknown) => unknown): object {
  const mapped: Record<string, unknown> = {};
  for (const name of Object.keys(owner))
    setMember(mapped, name, convert(name, (owner as Readonly<Record<string, unknown>>)[name]));
  return mapped;
}

/** The innermost schema that a change reaches says whose an issue is; each one around it, where it is in its own older value. */
function attribute(issue: Issue, value: unknown, isParsed: boolean, maker: Maker | null): void {
  if (isParsed) {
    issue[madeBy] ??= null;
    return;
  }
  issue[byType] ??= isRefusedByType(issue);
  const origin = originOf(value);
  const path = olderPathOf(issue);
  const older = path.length > 0 && isContainer(value) ? olderPath(value, path) : null;
  if (older) issue[madeBy] ??= null;
  else if (issue[madeBy] === undefined && (origin?.maker ?? maker)) issue[madeBy] = origin?.maker ?? maker;
  issue[olderPlace] = { behind: issue.path?.length ?? 0, path: older ?? [] };
}

/** What nothing inside says of an issue: it is the mistake of the change that made the value, or the value of one option of a union. */
export const blaming = (schema: $ZodType, read: $ZodType, maker: Maker | null): $ZodType =>
  wrap(read, (run, payload, context) => {
    const { isParsed } = given(payload, schema);
    const relate = (result: ParsePayload) => {
      if (!isParsed) for (const issue of result.issues as unknown as Issue[]) blame(issue, maker);
      return result;
    };
    const result = run(payload, context);
    return result instanceof Promise ? result.then(relate) : relate(result);
  });

function blame(issue: Issue, maker: Maker | null): void {
  if (issue[madeBy] !== undefined) return;
  const found = maker ?? issue.errors?.flat().find((inner) => inner[madeBy])?.[madeBy];
  if (!found) return;
  issue[madeBy] = found;
  issue[byType] ??= isRefusedByType(issue);
}

type Run = $ZodType['_zod']['run'];
type Wrap = (run: Run, payload: ParsePayload, context: Parameters<Run>[1]) => ReturnType<Run>;

interface WrapDef extends $ZodReadonlyDef {
  readonly wrapped: Wrap;
}

const $Wrapped = $constructor('SvckitLastWord', (schema: $ZodType, def: WrapDef) => {
  $ZodReadonly.init(schema as $ZodReadonly, def);
  // What is refused inside a union is judged by its value.
  schema._zod.parse = (payload, context) => {
    const result = def.wrapped(
      def.innerType._zod.run,
      payload,
      context.reportInput ? context : { ...context, reportInput: true },
    );
    return result instanceof Promise ? result.then(judgeUnions) : judgeUnions(result);
  };
});

/** Judges what a union refuses while Zod still says by which schema. */
function judgeUnions(result: ParsePayload): ParsePayload {
  for (const issue of result.issues as unknown as Issue[])
    if (issue.code === 'invalid_union' && issue.inst) issue[byType] ??= isRefusedByType(issue);
  return result;
}

/** As the schema in everything but its parse. */
export const wrap = (schema: $ZodType, wrapped: Wrap): $ZodType =>
  new $Wrapped({ type: 'readonly', innerType: schema, wrapped });
