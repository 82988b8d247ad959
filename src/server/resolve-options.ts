import { optionNames } from '../routing/table/check-options.js';
import { HttpOptionsProvider } from '../routing/declare/http-options-provider.js';
import type { ServiceOptions } from '../routing/table/service-options.js';
import type { Container } from '../wiring/container.js';
import type { Injectable } from '../wiring/token.js';

/** The app's options: those of an HttpOptionsProvider among its providers, and above them what `createApp` was given. */
export function resolveOptions(container: Container, given: ServiceOptions): ServiceOptions {
  const target = container.tokens.find(isOptionsProvider);
  if (!target) return given;
  const provider = container.get(target) as ServiceOptions;
  const options: Record<string, unknown> = { ...given };
  for (const name of optionNames) {
    if (options[name] === undefined && provider[name] !== undefined) options[name] = provider[name];
  }
  return options;
}

function isOptionsProvider(target: Injectable): boolean {
  return (
    target === HttpOptionsProvider || (typeof target === 'function' && target.prototype instanceof HttpOptionsProvider)
  );
}
