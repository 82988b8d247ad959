import type { Result } from '../../report/result.js';
import type { Described } from '../../report/described.js';
import { fails, type Level } from '../../report/level.js';
import type { Suppression } from '../exceptions/apply-exceptions.js';
import type { VersionChange } from '../compare/compare-contracts.js';

/** The steps of the gate, in the order in which it reports them: what may be a break before what follows from it. */
export const gateSteps = ['contract', 'changes', 'lifecycle', 'check', 'exceptions', 'lock'] as const;

export type GateStep = (typeof gateSteps)[number];

/** Everything that the gate found. */
export interface Judgement {
  /** YYYY-MM-DD. */
  readonly asOf: string;
  /** The ref that was compared with, as it was typed. */
  readonly base: string;
  /** `The service compared with main` */
  readonly heading: string;
  readonly described: Described;
  /** Where exceptions stand. */
  readonly exceptionsFile: string;
  readonly failOn: Level;
  readonly results: Readonly<Record<GateStep, readonly Result[]>>;
  readonly suppressed: readonly Suppression[];
  /** From the base to the service; empty when the contracts could not be compared. */
  readonly changes: readonly VersionChange[];
  /** What the reader should know that is no result. */
  readonly notes: readonly string[];
}

/** Whether lock files can wait: writing them now would make a break official. */
export function waitsForContract(
  { contract, changes }: Pick<Judgement['results'], 'contract' | 'changes'>,
  failOn: Level,
): boolean {
  return [...contract, ...changes].some(({ level }) => fails(level, failOn));
}
