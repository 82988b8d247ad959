import type { Json, JsonObject } from '../../json/json.js';
import type { Chain, Name } from '../syntax.js';

/** The names of types in JSON Schema. */
export const typeNames = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'] as const;
export type TypeName = (typeof typeNames)[number];

/** What a schema is as an expression. */
export type SchemaExpression = Chain | Name;

/** What the parts of the printer share while they print one document. */
export interface Printing {
  /** What a reference leads to, one step away. */
  readonly target: (node: JsonObject) => Json | undefined;
  /** OpenAPI 3.0 ignores whatever stands beside a `$ref`. */
  readonly ignoresSiblings: boolean;
  /** The constant that stands for what a reference leads to; null for what has none. */
  readonly constantOf: (node: JsonObject) => string | null;
  /** Whether a constant is declared further down, or contains what is being declared. */
  readonly isLater: (constant: string) => boolean;
  /** Whether the schema that is being printed is that of the constant itself, not one inside it. */
  readonly isOutermost: () => boolean;
  /** Where documents have the schema of a constant. */
  readonly addressOf: (constant: string) => string;
  /** Whether documents have the schema of a constant at its address; if omitted, those of all constants. */
  readonly hasAddress?: (constant: string) => boolean;
  /** Whether a default is filled in, or is only shown. */
  readonly defaults: 'filled' | 'noted';
  /** Called when a keyword is kept in `.meta()` that Zod does not check. */
  readonly noteKept: (keyword: string) => void;
  /** Called when a constant is used, which may keep something. */
  readonly noteReference: (constant: string) => void;
  /** How often something was kept until now. */
  readonly keptCount: () => number;
  /** A schema; `assumed` is the one type of the values that it applies to, or that type and null. */
  readonly print: (node: Json | undefined, assumed?: readonly TypeName[]) => SchemaExpression;
}
