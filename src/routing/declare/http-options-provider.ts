import { shareClass } from '../../report/share-class.js';
import type { Injectable } from '../../wiring/token.js';
import type { ServiceOptions } from '../table/service-options.js';

/** A provider whose getters return the app's options; options passed to `createApp` take precedence. */
export abstract class HttpOptionsProvider {}
export interface HttpOptionsProvider extends ServiceOptions {}

shareClass(HttpOptionsProvider, 'options-provider');

/** Whether a provider with this token supplies the app's options. */
export function isOptionsProvider(token: Injectable): boolean {
  return typeof token === 'function' && token.prototype instanceof HttpOptionsProvider;
}
