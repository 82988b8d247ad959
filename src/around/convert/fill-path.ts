import { HttpError } from '../../routing/table/http-error.js';
import { pathOf } from '../../routing/table/path.js';
import { decoded } from '../../routing/table/path-spelling.js';
import { encoded, parameterText } from './query.js';

const unheld: ReadonlySet<string> = new Set(['', '.', '..']);

/** Whether a path keeps a segment, however it is encoded (RFC 3986, section 6.2.2.3). */
export const isHeld = (segment: string) => !unheld.has(segment);

/**
 * A path with values for its parameters. One that is a whole segment, and a segment of `sent`, stays as it was written there. Throws a 400 for what no path can hold, and a
 * TypeError where a parameter has no value.
 */
export function fillPath(template: string, values: Readonly<Record<string, unknown>>, sent: string): string {
  const segments = pathOf(sent).split('/');
  return template.replaceAll(/\{([^}]+)\}/g, (place: string, name: string, at: number) => {
    const value = values[name];
    if (value !== undefined && value !== null) {
      const text = parameterText(value);
      if (!isHeld(text)) throw new HttpError(400, `${name} is "${text}", which no path can hold.`);
      const isWhole = template[at - 1] === '/' && (template[at + place.length] ?? '/') === '/';
      const written = isWhole ? segments.find((segment) => decoded(segment) === text) : undefined;
      return written ?? encoded(text, `The path parameter ${name}`);
    }
    throw new TypeError(
      `No change gives the parameter ${name} of ${template}. Return { params: { ${name}: … } } from up.`,
    );
  });
}
