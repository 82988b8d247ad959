import { HttpOptionsProvider } from '../../routing/declare/http-options-provider.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { Class } from '../../wiring/metadata.js';
import { readModules } from '../../wiring/module.js';
import type { Provider } from '../../wiring/provide.js';
import { injectableName } from '../../wiring/token.js';

/** The provider of HTTP options among those of an app, as far as it can be known without making it. */
export interface OptionsProvider {
  readonly name: string;
  /** Whether it has such a setting; a factory's product may have any. */
  answers(option: keyof ServiceOptions): boolean;
}

export function findOptionsProvider(root: Class): OptionsProvider | null {
  const providers = [...readModules(root).providers.values()];
  const found = providers.find(
    ({ token }) =>
      token === HttpOptionsProvider || (typeof token === 'function' && token.prototype instanceof HttpOptionsProvider),
  );
  return found ? { name: injectableName(found.token), answers: (option) => answers(found, option) } : null;
}

function answers({ shape }: Provider, option: string): boolean {
  if (shape.kind === 'factory') return true;
  if (shape.kind === 'value') return typeof shape.value === 'object' && shape.value !== null && option in shape.value;
  // A field is not on the prototype, but in the text of its class.
  return (
    option in (shape.target.prototype as object) ||
    new RegExp(`\\b${option}\\b`).test(Function.prototype.toString.call(shape.target))
  );
}
