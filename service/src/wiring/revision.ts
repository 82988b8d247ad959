import { inject } from 'svckit';
import { SETTINGS } from '../configuration/settings.js';

/** Which revision is running; abstract, so that the module says where it comes from. */
export abstract class Revision {
  abstract readonly name: string;
}

/** The revision that whoever deploys names in REVISION. */
export class ConfiguredRevision extends Revision {
  readonly name = inject(SETTINGS).REVISION;
}
