import type { ChangeClass } from '../diff/classify-change.js';
import { type Json, sameJson } from '../json/json.js';
import { pointerTo } from '../json/pointer.js';
import type { Lens } from '../lens/known-lens.js';
import { type KeptCounts, type LostShape, lostSentences, lostShapes } from '../lens/lock/kept-shapes.js';
import type { LockedLens, LockedShape, ShapesLock } from '../lens/lock/shapes-lock.js';
import { joinWords } from '../text/join-words.js';
import { type AlteredChange, classifyChanges, findAltered } from './compare-changes.js';
import { readVersions } from './lock/changes-lock.js';
import { describeShape } from './lock/describe-shape.js';
import { lockShapes, type OwnChanges, type ServiceLenses } from './lock/lock-shapes.js';
import { differenceAt } from './same-value.js';

/** What became of the shapes of a lock, and of the changes between them. */
export function findAlteredShapes(lock: ShapesLock, now: ServiceLenses, kept: KeptCounts): readonly AlteredChange[] {
  return [
    ...lock.lenses.flatMap((locked) => {
      const lens = now.lenses.find(({ name }) => name === locked.name);
      return lens ? [...unmarkedEdit(locked, lens), ...shapeEdits(locked, lens)] : [];
    }),
    ...lostShapes(lock, now.lenses, kept).map((lost) => lostResult(lost, now, kept.folder)),
    ...pairs(lock, now).flatMap(([versions, own]) => findAltered(readVersions(versions), own)),
  ];
}

/** The lenses that write what builds of the base cannot read, while these still run. */
export function findUnreadable(base: ShapesLock, { lenses }: ServiceLenses): readonly AlteredChange[] {
  return lenses.flatMap((lens) => {
    const shapes = base.lenses.find(({ name }) => name === lens.name)?.shapes.map(({ shape }) => shape);
    if (!shapes || shapes.includes(lens.writes)) return [];
    const common = lens.shapes.findLast((shape) => shapes.includes(shape));
    return [
      {
        ...altered(lens.name, lens.writes, lens),
        id: 'shape-unreadable-by-base',
        message: `${lens.name} writes shape ${lens.writes}, which builds of the base cannot read: they know ${joinWords(shapes)}.`,
        fix: common
          ? `Deploy in two steps. First write lens(…, { writes: '${common}' }) and use writeAs('${common}', …); remove both once every build knows shape ${lens.writes}.`
          : 'Keep a shape that the base knows, and write that one first.',
      },
    ];
  });
}

/** How the shapes of lenses differ from a lock. */
export function classifyShapes(
  lock: ShapesLock,
  now: ServiceLenses,
  kept: KeptCounts,
): Exclude<ChangeClass, 'may-break'> {
  if (findAlteredShapes(lock, now, kept).length > 0) return 'breaking';
  const declared = lockShapes(now, () => []);
  const groups = (of: ShapesLock) => of.changes.map(({ lenses }) => lenses);
  if (!sameJson(asJson([lock.lenses, groups(lock)]), asJson([declared.lenses, groups(declared)]))) return 'additive';
  const kinds = pairs(lock, now).map(([versions, own]) => classifyChanges(readVersions(versions), own));
  return kinds.find((kind) => kind === 'additive') ?? kinds.find((kind) => kind === 'documentation') ?? 'unchanged';
}

const asJson = (value: unknown) => value as Json;

/** The changes of versions that lenses had, with those that any of the same lenses has now. */
function pairs(lock: ShapesLock, { own }: ServiceLenses): readonly (readonly [readonly Json[], OwnChanges])[] {
  return lock.changes.flatMap(({ lenses, versions }) => {
    const found = own.find((one) => one.lenses.some((name) => lenses.includes(name)));
    return found ? [[versions, found] as const] : [];
  });
}

const altered = (lens: string, shape: string, declared: Lens | undefined) =>
  ({
    level: 'error',
    apiVersion: shape,
    method: null,
    path: null,
    pointer: pointerTo(['lenses', lens, 'shapes', shape]),
    source: declared?.source() ?? null,
    details: [],
  }) as const;

function unmarkedEdit({ name, unmarked }: LockedLens, lens: Lens): readonly AlteredChange[] {
  if (unmarked === null || lens.unmarked === unmarked || !lens.shapes.includes(unmarked)) return [];
  const now = lens.unmarked === null ? 'have none' : `are read as ${lens.unmarked}`;
  return [
    {
      ...altered(name, unmarked, lens),
      id: 'released-shape-edited',
      message: `Values of ${name} without a mark have shape ${unmarked}, and now ${now}.`,
      fix: `Restore unmarked: '${unmarked}'.`,
    },
  ];
}

function shapeEdits({ name, shapes }: LockedLens, lens: Lens): readonly AlteredChange[] {
  return shapes
    .filter(({ shape }) => lens.shapes.includes(shape))
    .flatMap(({ shape, schema }: LockedShape) => {
      const now = describeShape(lens.schemaOf(shape), 'input');
      if (sameJson(schema, now)) return [];
      const place = pointerTo(differenceAt(schema, now) ?? []);
      return [
        {
          ...altered(name, shape, lens),
          id: 'released-shape-edited' as const,
          message: `Shape ${shape} of ${name}, which stored values have, is different${place === '' ? '' : ` at ${place}`}.`,
          fix: 'Restore it, and make the new shape a version with a change.',
        },
      ];
    });
}

function lostResult(lost: LostShape, { lenses }: ServiceLenses, folder: string): AlteredChange {
  const { lens, shape } = lost;
  return {
    ...altered(
      lens,
      shape,
      lenses.find(({ name }) => name === lens),
    ),
    id: 'released-shape-removed',
    ...lostSentences(lost, folder),
  };
}
