import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc, { type Arbitrary } from 'fast-check';
import type { Schema, ValueSource } from './arbitrary-of.js';

export interface ContractParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface ContractResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface ContractOperation {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly 'x-sunset'?: string;
  readonly parameters?: readonly ContractParameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, ContractResponse>>;
}

interface Paths {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<ContractOperation, 'path' | 'method'>>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

const encode = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Values that mean something to the service, by the name of a parameter or member. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** A document that can validate bodies. */
export class ContractDocument implements ValueSource {
  readonly operations: readonly ContractOperation[];
  readonly #document: Paths;
  readonly #ajv = new Ajv2020({ strict: false, logger: false });
  readonly #validators = new Map<string, ValidateFunction>();

  readonly #known: KnownValues;

  constructor(text: string, known: KnownValues = {}) {
    this.#known = known;
    this.#document = JSON.parse(text) as Paths;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(this.#document, 'document');
    this.operations = Object.entries(this.#document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
    );
  }

  readonly resolve = (schema: Schema): Schema => {
    const { $ref, ...beside } = schema;
    return typeof $ref === 'string'
      ? this.resolve({ ...this.#document.components!.schemas![$ref.split('/').at(-1)!], ...beside })
      : schema;
  };

  known(name: string): Arbitrary<unknown> | null {
    const values = Object.hasOwn(this.#known, name) ? this.#known[name] : undefined;
    return values ? fc.constantFrom(...values) : null;
  }

  /** What is wrong with a value, by the schema at a place in the document; null if nothing is. */
  bodyProblem(
    { path, method }: Pick<ContractOperation, 'path' | 'method'>,
    place: readonly string[],
    value: unknown,
  ): string | null {
    const pointer = ['paths', path, method.toLowerCase(), ...place, 'schema'].map(encode).join('/');
    let validate = this.#validators.get(pointer);
    if (!validate) this.#validators.set(pointer, (validate = this.#ajv.compile({ $ref: `document#/${pointer}` })));
    return validate(value) ? null : this.#ajv.errorsText(validate.errors);
  }
}
