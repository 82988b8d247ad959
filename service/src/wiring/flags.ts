import { token } from 'svckit';

export type Flags = Readonly<Record<string, boolean>>;

/** What is switched on in this build. */
export const FLAGS = token<Flags>('FLAGS');
