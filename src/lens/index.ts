/**
 * Stored rows, jobs and messages in the shapes of every version: read any of them, write the newest. Loads no server.
 *
 * @module svckit/lens
 */

export { defineVersions, type StoredVersionEntry } from './define-versions.js';
export type { Lens } from './known-lens.js';
export { lens, type LensOptions } from './lens.js';
export { isNewer, type Mark, type NewerValue } from './mark.js';
export type { MarkedRow, Migrated, MigratedRow, MigrateOptions } from './migrate-all.js';
export { ShapeMismatch, ShapeTooNew } from './shape-errors.js';

export { change, type Change, type ChangeOptions } from '../changes/change.js';
export { frozen } from '../changes/frozen.js';
export type { Versions } from '../changes/known-versions.js';
export { refuse } from '../changes/refuse.js';
export { reshape, type Reshape, type ReshapeOptions } from '../changes/reshape.js';
export { added, removed, renamed } from '../changes/short-forms.js';
export type { Schema } from '../schema/standard-schema.js';
