import type { BodyForm, FormOf, BodyKind } from '../../routing/declare/bodies.js';
import type { Schema, SchemaIssue } from '../../schema/standard-schema.js';
import type { Route } from '../../routing/table/route.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { Step } from '../endpoint/exchange.js';
import type { LargeBodies } from '../request/large-bodies.js';
import type { Turns } from '../request/turns.js';
import type { PartReader } from '../request/read-part.js';

/** How the bodies of a route are read and checked. */
export interface BodyReader {
  /** Refuses another form with 415 and too much with 413, and reads what is needed before validation. */
  readonly step: Step;
  /** The value to validate. */
  readonly read: PartReader;
  readonly schema: Schema;
  /** Runs the handler, where something is kept for as long as it runs. */
  readonly during?: <T>(exchange: Parameters<Step>[0], handle: () => T) => T;
}

/** What the reader of a body is made from. */
export interface BodyFacts<Form extends BodyForm> {
  readonly form: Form;
  /** Of what the form says: the body, its fields or an item. */
  readonly schema: Schema | null;
  /** Bytes. */
  readonly limit: number;
  /** Whether repeated requests are compared. */
  readonly isKeyed: boolean;
  readonly options: ServiceOptions;
  readonly turns: Turns;
  readonly largeBodies: LargeBodies;
  readonly route: Route;
}

/** Makes the reader of one kind of body. */
export type MakeBodyReader<Kind extends BodyKind> = (facts: BodyFacts<FormOf<Kind>>) => BodyReader;

/** Takes every value as it is. */
export const anything: Schema = Object.freeze({
  '~standard': Object.freeze({ version: 1, vendor: 'svckit', validate: (value: unknown) => ({ value }) }),
});

/** For what is read as text and is in another encoding. */
export const notUtf8 = (what: string, path: SchemaIssue['path'] = []): SchemaIssue => ({
  message: `${what} is not UTF-8`,
  path,
  code: 'invalid_encoding',
});
