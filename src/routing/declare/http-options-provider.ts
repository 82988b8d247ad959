import type { Injectable } from '../../wiring/token.js';
import type { ServiceOptions } from '../table/service-options.js';

/** A provider that answers the app's options through getters; options given to `createApp` win over it. */
export abstract class HttpOptionsProvider {}
export interface HttpOptionsProvider extends ServiceOptions {}

/** Whether a provider with this token answers the app's options. */
export function isOptionsProvider(token: Injectable): boolean {
  return (
    token === HttpOptionsProvider || (typeof token === 'function' && token.prototype instanceof HttpOptionsProvider)
  );
}
