import { type MountHandler, token } from 'svckit';

/** What answers below `/auth`. */
export const AUTH_HANDLER = token<MountHandler>('AUTH_HANDLER');
