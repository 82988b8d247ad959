import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const options = { strict: false, logger: false, allErrors: false, validateSchema: false } as const;
const encode = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** A document whose schemas Ajv compiles. */
export class JudgedDocument {
  readonly #ajv = new Ajv2020({ ...options, meta: false });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: object) {
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(document, 'document');
  }

  /** What is wrong with a value, by the schema at a place; null where nothing is. */
  problem(place: readonly string[], value: unknown): string | null {
    const pointer = place.map(encode).join('/');
    let validate = this.#validators.get(pointer);
    if (!validate) this.#validators.set(pointer, (validate = this.#ajv.compile({ $ref: `document#/${pointer}` })));
    return validate(value) ? null : this.#ajv.errorsText(validate.errors);
  }
}
