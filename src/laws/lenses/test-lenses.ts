import fc from 'fast-check';
import type { Change } from '../../changes/change.js';
import type { Lens } from '../../lens/known-lens.js';
import { hopsOfLens, type LensHop } from '../../lens/lens-hops.js';
import { lens as lensOf } from '../../lens/lens.js';
import type { Source } from '../../report/boot-problem.js';
import { type LawFinding, nameChange } from '../law-finding.js';
import { type DatedTrial, fatalLaws, type LawId } from '../law.js';
import { showValue } from '../show.js';
import { type Series, seriesOf } from '../values/series.js';
import { UngeneratableError } from '../values/values.js';
import { valuesOfInput } from '../values/values-of-input.js';
import { wordsIn } from '../way.js';
import { within, worldsOf } from '../world.js';
import { judgeStored, judgeWritten, type LensBreach, type LensLaw } from './judge-lens.js';

/** A lens that was tested. */
export interface TestedLens {
  readonly name: string;
  readonly shapes: readonly string[];
  readonly source: Source | null;
}

export interface LensesOutcome {
  readonly lenses: readonly TestedLens[];
  readonly findings: readonly LawFinding[];
}

/**
 * Reads, writes and migrates generated values of every shape. A lens is not tested beside a change of its own that breaks a law: its values fail
 * for that reason. `only` names the lenses that are tested, or changes of them; null for all.
 */
export function testLenses(
  lenses: readonly Lens[],
  found: readonly LawFinding[],
  only: { readonly changes: readonly Change[]; readonly lenses: readonly Lens[] } | null,
  trial: DatedTrial,
): LensesOutcome {
  const broken = new Set(found.filter(({ law }) => fatalLaws.has(law)).map(({ change }) => change?.id));
  const chosen = lenses
    .map((lens) => ({ lens, hops: hopsOfLens(lens) }))
    .filter(
      ({ lens, hops }) =>
        only === null || only.lenses.includes(lens) || changesIn(hops).some((change) => only.changes.includes(change)),
    );
  return {
    lenses: chosen.map(({ lens: { name, shapes, source } }) => ({ name, shapes, source: source() })),
    findings: within(worldsOf(trial.asOf).here, () =>
      chosen
        .filter(({ hops }) => !changesIn(hops).some(({ id }) => broken.has(id)))
        .flatMap(({ lens, hops }) => testLens(lens, hops, trial)),
    ),
  };
}

const changesIn = (hops: readonly LensHop[]) => hops.flatMap(({ reshapes }) => reshapes.map(({ change }) => change));

function testLens(declared: Lens, hops: readonly LensHop[], trial: DatedTrial): readonly LawFinding[] {
  const { schema, versions, name, unmarked } = declared;
  // Which shape this build writes is for the gate.
  const lens: Lens = lensOf(schema, versions, { name, ...(unmarked !== null && { unmarked }) });
  const words = [...new Set(hops.flatMap(({ reshapes }) => reshapes.flatMap(({ reshape }) => wordsOf(reshape))))];
  const seen = new Set<LawId>();
  return lens.shapes.flatMap((shape) => {
    const below = hops.filter(({ hop }) => lens.shapes.indexOf(hop.version) > lens.shapes.indexOf(shape));
    const mayLose = below.some(({ reshapes }) => reshapes.some(({ reshape }) => reshape.loses.up.length > 0));
    const tests = [
      () => testStored(lens, shape, series(lens.schemaOf(shape), 'input', words, trial), trial),
      () => testWritten(lens, shape, mayLose, series(schema, 'output', words, trial), trial),
    ];
    return tests
      .flatMap((test) => generating(test, lens, shape))
      .filter(({ law }) => !seen.has(law) && seen.add(law))
      .map((finding) => ({ ...finding, source: finding.source ?? declared.source() }));
  });
}

const wordsOf = ({ up, down }: LensHop['reshapes'][number]['reshape']) => [...wordsIn(up), ...wordsIn(down)];

const series = (schema: unknown, side: 'input' | 'output', words: readonly string[], { asOf }: DatedTrial): Series =>
  seriesOf(valuesOfInput({ kind: 'schema', schema }, { words, bounds: { today: asOf }, side }));

function generating(test: () => readonly LawFinding[], lens: Lens, shape: string): readonly LawFinding[] {
  try {
    return test();
  } catch (error) {
    if (!(error instanceof UngeneratableError)) throw error;
    const fix = 'Give that schema examples: .meta({ examples: [...] }).';
    return [finding(lens, shape, 'values-not-generated', `shape ${shape} cannot be tested: ${error.message}.`, fix)];
  }
}

const fewest = 20;
/** A refinement of the newest shape may refuse some stored values. */
const most = 0.9;

function testStored(lens: Lens, shape: string, drawn: Series, trial: DatedTrial): readonly LawFinding[] {
  let read = 0;
  const refused: { readonly value: string; readonly why: string }[] = [];
  const broken = firstBreach(drawn, trial, (value) => {
    const judged = judgeStored(lens, shape, value);
    if (judged === null) return null;
    read += 1;
    if (judged === 'kept') return null;
    if (!('refused' in judged)) return judged;
    refused.push({ value: showValue(value), why: judged.refused });
    return null;
  });
  if (broken) return [breachFinding(lens, shape, broken, 'stored')];
  const [shortest] = refused.toSorted((left, right) => left.value.length - right.value.length);
  if (!shortest || read < fewest || refused.length <= most * read) return [];
  const what = `the newest shape refuses ${refused.length} of ${read} stored values of shape ${shape}: ${sentence(shortest.why)}`;
  const fix = 'Convert them to what the newest shape accepts, or bring what is stored there first.';
  return [finding(lens, shape, 'stored-values-refused', what, fix, [['stored', shortest.value]])];
}

function testWritten(
  lens: Lens,
  shape: string,
  mayLose: boolean,
  drawn: Series,
  trial: DatedTrial,
): readonly LawFinding[] {
  const broken = firstBreach(drawn, trial, (value) => judgeWritten(lens, shape, value, mayLose));
  return broken ? [breachFinding(lens, shape, broken, 'value')] : [];
}

interface Broken {
  readonly breach: LensBreach;
  readonly value: unknown;
}

/** The smallest value that breaks a law. */
function firstBreach(
  { leading, start }: Series,
  { runs, seed }: DatedTrial,
  judge: (value: unknown) => LensBreach | null,
): Broken | null {
  let last: Broken | null = null;
  const property = fc.property(start(), (value) => {
    const breach = judge(value);
    if (!breach || (last && last.breach.law !== breach.law)) return true;
    last = { breach, value };
    return false;
  });
  fc.check(property, { numRuns: Math.max(runs, leading + Math.ceil(runs / 2)), seed });
  return last;
}

const sentence = (text: string) => text.replace(/\.?$/, '.');

/** What a broken law means for a shape. */
const sentences: Readonly<Record<LensLaw, (shape: string, what: string) => readonly [what: string, fix: string]>> = {
  'stored-value-fails': (shape, what) => [
    `a stored value of shape ${shape} cannot be read: ${sentence(what)}`,
    `Convert this value, which fits shape ${shape}.`,
  ],
  'older-shape-fails': (shape, what) => [
    `a value cannot be written in shape ${shape} and read again: ${sentence(what)}`,
    `Convert this value to one that fits shape ${shape} on the way down, and back.`,
  ],
  'lost-in-older-shape': (shape, what) => [
    `${what} does not survive in shape ${shape}, which can hold it.`,
    `Bring it back on the way up, or declare the loss in the change: loses: { up: ['${what}'] }.`,
  ],
  'migrated-otherwise': (shape, what) => [
    `a value of shape ${shape} that is brought to the newest is no longer the same: ${sentence(what)}`,
    'Let the newest schema read back what it writes: z.codec(…) in place of a transform, whose encode undoes its decode.',
  ],
};

function breachFinding(lens: Lens, shape: string, { breach, value }: Broken, label: string): LawFinding {
  const [what, fix] = sentences[breach.law](shape, breach.what);
  return finding(lens, shape, breach.law, what, fix, [[label, showValue(value)], ...breach.details], breach.change);
}

function finding(
  { name }: Lens,
  shape: string,
  law: LawId,
  what: string,
  fix: string,
  details: LawFinding['details'] = [],
  change: Change | null = null,
): LawFinding {
  const source = change?.source() ?? null;
  return Object.freeze({
    law,
    change: change && nameChange(change),
    version: shape,
    subject: name,
    direction: null,
    message: `${name}: ${what}`,
    fix,
    source,
    details,
  });
}
