import type { ServiceOptions } from '../table/service-options.js';

/** A provider that answers the app's options through getters; what `createApp` is given wins over it. */
export abstract class HttpOptionsProvider {}
export interface HttpOptionsProvider extends ServiceOptions {}
