import { inject } from 'svckit';
import { SETTINGS } from '../configuration/settings.js';

/** The running revision; abstract, so that the module decides where it comes from. */
export abstract class Revision {
  abstract readonly name: string;
}

/** The revision set in REVISION. */
export class ConfiguredRevision extends Revision {
  readonly name = inject(SETTINGS).REVISION;
}
