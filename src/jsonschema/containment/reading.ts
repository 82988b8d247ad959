import type { Json, JsonObject } from '../../json/json.js';
import type { Formula } from './formula.js';
import type { Direction, SchemaSource } from './schema-source.js';

/** How a schema is read. */
export interface Reading {
  readonly source: SchemaSource;
  /** Properties that this direction never carries are left out: read-only ones of requests, write-only ones of answers. */
  readonly direction: Direction;
  /** Members that a schema does not name are not sent, unless it says which other members there are or names none. */
  readonly sends: boolean;
  /** A discriminator decides between the members of a oneOf, so that several may match. */
  readonly discriminates: boolean;
  /** What hardly any receiver checks is left out: that no other member of a oneOf matches, and that an answer has no members beyond its own. */
  readonly isLoose?: boolean;
  /** It is a member of a oneOf that matches beside another: nobody sends the members of both on purpose. */
  readonly doubles?: boolean;
  /** Values travel as text: a schema for any text accepts every scalar, in a form every value. */
  readonly textual: 'no' | 'parameter' | 'form';
}

/** What one keyword of a schema says. */
export interface Conjunct {
  readonly keyword: string;
  /** The name or the pattern of a property, where a keyword speaks of several. */
  readonly name: string | null;
  readonly formula: Formula;
  /** The schemas that it chooses between, of `oneOf` and `anyOf`. */
  readonly alternatives?: readonly Json[];
}

/** Reads the schemas of one document in one way. */
export interface FormulaReader {
  readonly reading: Reading;
  /** The formula of a schema; the same object for the same schema. */
  readonly link: (node: Json | undefined) => Formula;
  /** Reads schemas that match beside another. */
  readonly doubled: () => FormulaReader;
  /** What the keywords of one schema object say, without what it refers to or joins. */
  readonly keywords: (node: JsonObject) => readonly Conjunct[];
  /** What all keywords of a schema say, with those of schemas that it refers to and joins. */
  readonly conjuncts: (node: Json | undefined) => readonly Conjunct[];
}
