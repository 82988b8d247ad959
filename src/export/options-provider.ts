import { isOptionsProvider } from '../routing/declare/http-options-provider.js';
import type { ServiceOptions } from '../routing/table/service-options.js';
import type { Class } from '../wiring/metadata.js';
import { readModules } from '../wiring/module.js';
import type { Provider } from '../wiring/provide.js';

/** The HttpOptionsProvider of an app, as far as it is known without constructing it. */
export function findOptionsProvider(root: Class): Provider | null {
  return [...readModules(root).providers.values()].find(({ token }) => isOptionsProvider(token)) ?? null;
}

/** Whether an options provider has a getter for an option; the product of a factory is unknown. */
export function providesOption({ shape }: Provider, option: keyof ServiceOptions): boolean | 'unknown' {
  if (shape.kind === 'factory') return 'unknown';
  const owner = shape.kind === 'class' ? (shape.target.prototype as unknown) : shape.value;
  return typeof owner === 'object' && owner !== null && option in owner;
}
