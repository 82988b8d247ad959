import { token } from 'svckit';
import type { FileStore } from './file-store.js';

/** Where files are kept. */
export const FILE_STORE = token<FileStore>('FILE_STORE');
