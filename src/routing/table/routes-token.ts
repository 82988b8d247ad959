import { token } from '../../wiring/token.js';
import type { Route } from './route.js';

/** Injects the route table. */
export const ROUTES = token<readonly Route[]>('ROUTES');
