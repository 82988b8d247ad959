import { readableDate } from '../../text/date.js';
import { joinWords } from '../../text/join-words.js';
import { unknownName } from '../../text/nearest-name.js';
import { previewField } from '../../text/preview-field.js';
import type { PreviewTerms } from '../previews/preview-terms.js';
import { HttpError } from '../table/http-error.js';

/** The refusal of a field that names nothing. */
export const malformed = () =>
  new HttpError(
    400,
    `The header ${previewField} is not a list of names, such as tags-2026-11, search-2026-11 (RFC 9651, section 3.1).`,
    { code: 'preview-malformed' },
  );

/** The refusal of a version beside which no preview stands. */
export const needsNewest = (newest: string, requested: string) =>
  new HttpError(
    400,
    `Previews stand beside the newest version, ${newest}, and this request is for version ${requested}. Ask for version ${newest}, or leave out ${previewField}.`,
    { code: 'preview-needs-newest', requested, newest },
  );

/** What became of a preview that no request can use; `terms` are undefined for one that nobody declares, or may know of. */
export function refuseName(name: string, terms: PreviewTerms | undefined, open: readonly string[]): HttpError {
  if (terms === undefined)
    return new HttpError(400, unknownName('preview', name, open, 'No preview is open.'), {
      code: 'preview-unknown',
      requested: name,
      previews: open,
    });
  const { promoted, expires } = terms;
  const end =
    promoted === null ? `The preview "${name}" expired on ${readableDate(expires!)}.` : became(name, promoted);
  return new HttpError(400, `${end} ${promoted === null ? openInWords(open) : ''}`.trim(), {
    code: 'preview-expired',
    requested: name,
    ...(promoted === null ? { previews: open } : { promoted }),
  });
}

const became = (name: string, version: string) =>
  `The preview "${name}" became part of version ${version}. Ask for version ${version}, and leave the name out of ${previewField}.`;

const openInWords = (open: readonly string[]) =>
  open.length === 0 ? 'No preview is open.' : `Available: ${joinWords(open, 'and')}.`;
