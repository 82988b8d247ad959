import { objectAt, type JsonObject } from '../../json/json.js';
import { pointerTo } from '../../json/pointer.js';
import { readSchemas } from '../../jsonschema/read-schemas.js';
import type { OpenDocument } from '../../openapi/open-document.js';
import { joinTrail } from './schema-place.js';
import type { AddStep } from './visit-changes.js';

/** A trail as a number, which is equal for equal trails of one walk; their texts are long. */
export interface Trail {
  readonly number: number;
  readonly steps: number;
}

/** The trail at a root. */
export const noTrail: Trail = Object.freeze({ number: 0, steps: 0 });

/** Adds up steps to trails; what is far behind a component starts at it. */
export function trailAdder(components: ReadonlyMap<JsonObject, string>): AddStep<Trail> {
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const number = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, number);
    return number;
  };
  return ({ number, steps }, { step, pair }) => {
    const component = steps < maximumSteps ? undefined : components.get(pair.revision);
    if (component !== undefined) return { number: numberOf(component), steps: 0 };
    return { number: step.inside ? numberOf(`${number} ${step.trail}`) : number, steps: steps + 1 };
  };
}

/** A way from the schema of a use to one inside it. */
export interface Way {
  readonly trail: string;
  /** The JSON pointer from the schema of the use, or that of a component. */
  readonly under: string;
  readonly isFromComponent: boolean;
  readonly steps: number;
}

/** The way at a root. */
export const noWay: Way = Object.freeze({ trail: '', under: '', isFromComponent: false, steps: 0 });

/** The most steps that a path shows; a longer one starts at the component that it ends in. */
const maximumSteps = 32;

/** Adds up steps to ways; what is far behind a component starts at it. */
export function wayAdder(components: ReadonlyMap<JsonObject, string>): AddStep<Way> {
  return ({ trail, under, isFromComponent, steps }, { tokens, step, pair }) => {
    const component = steps < maximumSteps ? undefined : components.get(pair.revision);
    if (component !== undefined) return startAt(component);
    return {
      trail: step.inside ? joinTrail(trail, step.trail) : trail,
      under: `${under}${pointerTo(tokens)}`,
      isFromComponent,
      steps: steps + 1,
    };
  };
}

function startAt(component: string): Way {
  const under = pointerTo(['components', 'schemas', component]);
  return { trail: `… ${component}`, under, isFromComponent: true, steps: 0 };
}

/** The components of a document by the schema that each name stands for. */
export function nameComponents(document: OpenDocument): ReadonlyMap<JsonObject, string> {
  const schemas = objectAt(objectAt(document.root['components'])['schemas']);
  const { identity } = readSchemas(document);
  return new Map(Object.keys(schemas).map((name) => [identity(schemas[name]), name]));
}
