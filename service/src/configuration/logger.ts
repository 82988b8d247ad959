import { type Logger, token } from 'svckit';

/** Where every part of the service logs. */
export const LOGGER = token<Logger>('LOGGER');

export const silentLogger: Logger = Object.freeze({ info: () => {}, warn: () => {}, error: () => {} });
