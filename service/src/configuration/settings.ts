import { token } from 'svckit';
import type { Settings } from './settings-schema.js';

/** The configuration in effect: parsed, complete with defaults, frozen. */
export const SETTINGS = token<Settings>('SETTINGS');
