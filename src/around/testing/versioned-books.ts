import { around } from '../around.js';
import { booksDocument, booksVersions, shapes } from './books.js';

/** Books in versions that a header names; a request without it is of version 1. Logs nothing. */
export const versionedBooks = () =>
  around({
    document: booksDocument(),
    shapes,
    ...booksVersions('', ''),
    versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
    logger: { info() {}, warn() {}, error() {} },
  });
