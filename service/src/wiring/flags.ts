import { token } from 'svckit';

export type Flags = Readonly<Record<string, boolean>>;

/** The features enabled in this build. */
export const FLAGS = token<Flags>('FLAGS');
