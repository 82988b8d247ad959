import { change, type ChangeOptions } from '../../changes/change.js';
import type { Versions } from '../../changes/known-versions.js';
import { previewBrand, type PreviewPart } from '../../changes/preview-part.js';
import { type PreviewOptions, type PreviewTerms, readTerms } from './preview-terms.js';

/** A feature that is not finished, beside the line of versions. */
export interface Preview extends PreviewTerms, PreviewPart {}

/** What `preview()` takes: its terms, and what differs without it. */
export interface PreviewDeclaration extends PreviewOptions, Pick<ChangeOptions, 'schemas' | 'operations'> {}

/**
 * Declares a preview: `preview('tags-2026-11', { expires: '2027-03-01', title: 'Books have tags', schemas: [added(Book, { tags: [] })] })`.
 * Handlers are written for the shape with it; requests that name it in `API-Preview` get that shape, and all others get the
 * shape without it. Throws a TypeError for options that cannot be read.
 */
export function preview(name: string, options: PreviewDeclaration): Preview {
  const terms = readTerms(name, options, ['schemas', 'operations']);
  if (!('name' in terms)) throw new TypeError(`preview(): ${terms.message}. ${terms.fix}`);
  const { schemas = [], operations = [] } = options;
  const changes = schemas.length + operations.length > 0;
  if (changes && terms.promoted !== null)
    throw new TypeError(
      `preview(): "${name}" is promoted to version ${terms.promoted} and still has changes. Move its schemas and operations to the changes of version ${terms.promoted}.`,
    );
  return Object.freeze({
    ...terms,
    [previewBrand]: true as const,
    change: changes
      ? change({
          id: name,
          title: terms.title,
          ...(terms.description !== null && { description: terms.description }),
          schemas,
          operations,
        })
      : null,
  });
}

/** The previews beside versions: nothing else makes parts of one. */
export const previewsOf = ({ previews }: Pick<Versions, 'previews'>): readonly Preview[] =>
  previews as readonly Preview[];
