import { token } from 'svckit';

/** When the app was created, ISO 8601. */
export const STARTED_AT = token<string>('STARTED_AT');
