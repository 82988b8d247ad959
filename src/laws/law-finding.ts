import type { Detail } from '../report/result.js';
import type { Source } from '../report/boot-problem.js';
import type { Change } from '../changes/change.js';
import type { Direction } from '../changes/hop.js';
import type { Breach, ValueLaw } from './judge.js';
import type { Cause } from './purity.js';
import { type LawId, laws } from './law.js';
import type { UnknownLoss } from './losses.js';
import { showValue } from './show.js';
import type { Subject } from './way.js';

/** A change as findings name it. */
export interface NamedChange {
  readonly id: string;
  readonly title: string;
  readonly source: Source | null;
}

export const nameChange = ({ id, title, source }: Change): NamedChange => ({ id, title, source: source() });

/** A broken law, as plain data. */
export interface LawFinding {
  readonly law: LawId;
  /** null where the finding is that a change is missing. */
  readonly change: NamedChange | null;
  readonly version: string;
  /** `User`, `POST /users`; null where it is the change itself. */
  readonly subject: string | null;
  readonly direction: Direction | null;
  readonly message: string;
  readonly fix: string;
  readonly source: Source | null;
  /** The shrunk value and what came of it, as people read them. */
  readonly details: readonly Detail[];
}

/** The finding of a law that a subject breaks. */
export function findingOf(
  { change, version, name, source }: Pick<Subject, 'change' | 'version' | 'name' | 'source'>,
  law: LawId,
  {
    direction = null,
    what,
    fix,
    details = [],
  }: {
    readonly direction?: Direction | null;
    readonly what: string;
    readonly fix: string;
    readonly details?: readonly Detail[];
  },
): LawFinding {
  const message = `"${change.title}": ${what}`;
  return Object.freeze({
    law,
    change: nameChange(change),
    version,
    subject: name,
    direction,
    message,
    fix,
    source,
    details,
  });
}

/** The finding of a counterexample. */
export function breachFinding(subject: Subject, breach: Breach, way: Direction, value: unknown): LawFinding {
  const { direction, law, came } = breach;
  const label = way === direction ? 'value' : `value for ${way}`;
  return findingOf(subject, law, {
    direction,
    ...sentences[law](subject, breach),
    details: [
      [label, showValue(value)],
      ['after', subject.shapes.after],
      ['before', subject.shapes.before],
      ...came.map(
        ([name, given]) =>
          [name, typeof given === 'string' && name.includes('threw') ? given : showValue(given)] as const,
      ),
    ],
  });
}

/** The finding of a name in `loses`. */
export function lossFinding(subject: Subject, { direction, name, near }: UnknownLoss): LawFinding {
  const side = direction === 'up' ? 'older' : 'newer';
  return findingOf(subject, 'unknown-loss', {
    direction: direction === 'update' ? 'up' : direction,
    what: `loses.${direction} of ${subject.name} names ${name}, which the ${side} shape does not have.`,
    fix: near === null ? 'Remove it.' : `Did you mean "${near}"?`,
  });
}

interface Sentences {
  readonly what: string;
  readonly fix: string;
}

const target = { down: 'older', up: 'newer' } as const;
const origin = { down: 'newer', up: 'older' } as const;

const instead: Readonly<Record<Cause, string>> = {
  '': 'Use nothing but the argument: no clock, no random numbers, no counters.',
  'the clock': 'Use nothing but the argument. Values that change with time belong in the handler.',
  'the time zone': 'Use the UTC methods of Date, or name the zone.',
  'the locale': "Name the locale, as in toLocaleString('en-US').",
};

const sentences: Readonly<Record<ValueLaw, (subject: Subject, breach: Breach) => Sentences>> = {
  'change-throws': ({ name }, { direction, what }) => ({
    what: `${direction} of ${name} throws: ${what.replace(/\.?$/, '.')}`,
    fix: `Handle this value, which fits the ${origin[direction]} shape.`,
  }),
  'change-mutates': ({ name }, { direction }) => ({
    what: `${direction} of ${name} changes its argument.`,
    fix: 'Return a new object, and leave the argument as it is.',
  }),
  'change-unstable': ({ name }, { direction, what }) => ({
    what:
      what === ''
        ? `${direction} of ${name} returns different results for the same value.`
        : `${direction} of ${name} depends on ${what}.`,
    fix: instead[what as Cause],
  }),
  'change-shares': ({ name }, { direction, what }) => ({
    what: `${direction} of ${name} returns the same ${what === '' ? 'object' : what} each time, although handlers may modify what they receive.`,
    fix: 'Make a new one for each value, or freeze it.',
  }),
  'change-misfit': ({ name }, { direction, what }) => ({
    what: `${direction} of ${name} returns a value that does not fit the ${target[direction]} shape. ${what}.`,
    fix:
      direction === 'down'
        ? 'Return what the older shape declares, or declare there what down returns.'
        : 'Return what the newer shape declares, or refuse such requests in the older shape.',
  }),
  'change-surplus-member': ({ name }, { direction, what }) => ({
    what: `${direction} of ${name} returns ${what}, which the ${target[direction]} shape does not declare.`,
    fix: `Leave it out of what is spread: ({ ${what.split('.')[0]!}, ...rest }) => ({ ...rest, … }).`,
  }),
  'change-loses': ({ name }, { direction, what }) => ({
    what:
      what === ''
        ? `${name} does not survive the way ${both(direction)}.`
        : `${what} of ${name} does not survive the way ${both(direction)}.`,
    fix:
      what === ''
        ? `Bring it back, or declare in words what is lost: loses: { ${direction}: ['…'] }.`
        : `Bring it back, or declare the loss: loses: { ${direction}: ['${what}'] }.`,
  }),
};

const both = (direction: Direction) => (direction === 'down' ? 'down and up' : 'up and down');

/** The level of a finding. */
export const levelOf = ({ law }: LawFinding) => laws[law].level;
