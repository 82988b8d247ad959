import type { IncomingMessage } from 'node:http';
import { previewField } from '../../text/preview-field.js';
import { type FlatHeaders, withField } from './flat-headers.js';

/** Its name as Node has it. */
export const previewKey = previewField.toLowerCase();

/** Headers that name the previews that acted, in place of others. */
export function withPreviews(headers: FlatHeaders, names: readonly string[]): FlatHeaders {
  if (names.length === 0) return headers;
  return withField(headers, previewField, () => names.join(', '));
}

/** Reads the field: the names that it lists, each once; null where it is no list of tokens or strings. */
export type PreviewFieldReader = (field: string) => readonly string[] | null;

/** The library that parses structured fields is loaded where previews are declared. */
export async function previewFieldReader(): Promise<PreviewFieldReader> {
  const { parseList, Token } = await import('structured-headers');
  return (field) => {
    try {
      const names = parseList(field).map(([item]) => (item instanceof Token ? item.toString() : item));
      return names.every((name) => typeof name === 'string') ? [...new Set(names)] : null;
    } catch {
      return null;
    }
  };
}

/** Whether a preflight asks for the field. */
export const asksForPreviews = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  (headers['access-control-request-headers'] ?? '')
    .toLowerCase()
    .split(',')
    .some((name) => name.trim() === previewKey);
