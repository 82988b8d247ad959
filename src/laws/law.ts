import type { Level } from '../report/level.js';

interface LawFacts {
  readonly level: Level;
  /** What holds, as one sentence. */
  readonly summary: string;
}

/** Every law of a change. */
export const laws = {
  'change-misfit': { level: 'error', summary: 'down returns the older shape, and up the newer one.' },
  'change-surplus-member': { level: 'error', summary: 'down and up return only members that the shape declares.' },
  'change-forgotten-member': { level: 'error', summary: 'Every optional member is returned for some value.' },
  'change-throws': { level: 'error', summary: 'down and up throw for no value that fits.' },
  'change-mutates': { level: 'error', summary: 'down and up leave their argument as it is.' },
  'change-unstable': {
    level: 'error',
    summary: 'The same argument gives the same result, at any time, in any time zone and locale.',
  },
  'change-shares': { level: 'error', summary: 'up returns new objects each time, which a handler may change.' },
  'change-loses': { level: 'error', summary: 'A round trip loses only members that the change declares as lost.' },
  'request-fails': { level: 'error', summary: 'Every request that fits an older version goes through all changes.' },
  'requests-refused': {
    level: 'error',
    summary: 'The newest shape accepts more than one in ten of the requests that fit an older version.',
  },
  'change-refuses-most': { level: 'error', summary: 'up refuses at most half of the values that fit the older shape.' },
  'refusal-undeclared': {
    level: 'warning',
    summary: 'refuse answers with a status that the older operation has.',
  },
  'pages-missed': {
    level: 'error',
    summary: 'collect.next ends behind some page, goes on behind another, and asks as the newer schema allows.',
  },
  'lost-by-update': {
    level: 'error',
    summary: 'What a client of an older version reads and writes back leaves the newest value as it is.',
  },
  'lost-by-write': {
    level: 'warning',
    summary: 'What a client of an older version writes comes back as what it wrote.',
  },
  'partial-update-differs': {
    level: 'error',
    summary: 'A PATCH of an older version changes what its client sends, and nothing else.',
  },
  'names-another-member': {
    level: 'error',
    summary: 'A filter or sort parameter of an older version means the member that this version shows under that name.',
  },
  'filter-finds-others': {
    level: 'warning',
    summary: 'A filter by an older value finds what the older version shows with that value, and nothing else.',
  },
  'stored-value-fails': { level: 'error', summary: 'A lens reads every value that fits a shape.' },
  'stored-values-refused': {
    level: 'error',
    summary: 'The newest shape accepts more than one in ten of the values that fit an older one.',
  },
  'older-shape-fails': {
    level: 'error',
    summary: 'A lens writes every value in every shape, and reads what it wrote.',
  },
  'lost-in-older-shape': {
    level: 'error',
    summary: 'What an older shape can hold is the same when a lens reads it and writes it back.',
  },
  'migrated-otherwise': {
    level: 'error',
    summary: 'A value that is brought to the newest shape is read as it was before.',
  },
  'webhook-body-fails': {
    level: 'error',
    summary: 'Every event of a webhook has a body in every version, which fits that version.',
  },
  'unknown-loss': { level: 'error', summary: 'loses names members that the shape has.' },
  'change-does-nothing': { level: 'error', summary: 'A change changes a schema or an operation.' },
  'difference-unexplained': {
    level: 'warning',
    summary: 'Every difference between two neighbouring versions is explained by a change or a version range.',
  },
  'values-not-generated': { level: 'error', summary: 'Values of every changed schema can be generated.' },
} as const satisfies Readonly<Record<string, LawFacts>>;

/** How many values each way of a change gets, and the seed that chooses them. */
export interface Trial {
  readonly runs: number;
  readonly seed: number;
}

/** A trial on a day. */
export interface DatedTrial extends Trial {
  readonly asOf: Date;
}

/** The few values with which the gate tests. */
export const gateTrial: Trial = { runs: 25, seed: 1 };

export type LawId = keyof typeof laws;

/** Where a change breaks one of these, what it converts beside requests fails for the same reason. */
export const fatalLaws: ReadonlySet<LawId> = new Set([
  'change-throws',
  'change-misfit',
  'change-loses',
  'values-not-generated',
]);
