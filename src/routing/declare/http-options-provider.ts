import type { Injectable } from '../../wiring/token.js';
import type { ServiceOptions } from '../table/service-options.js';

/** A provider whose getters return the app's options; options passed to `createApp` take precedence. */
export abstract class HttpOptionsProvider {}
export interface HttpOptionsProvider extends ServiceOptions {}

/** Whether a provider with this token supplies the app's options. */
export function isOptionsProvider(token: Injectable): boolean {
  return (
    token === HttpOptionsProvider || (typeof token === 'function' && token.prototype instanceof HttpOptionsProvider)
  );
}
