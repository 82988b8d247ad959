import { HttpOptionsProvider } from '../../routing/declare/http-options-provider.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { Class } from '../../wiring/metadata.js';
import { readModules } from '../../wiring/module.js';

/** Whether an HttpOptionsProvider among an app's providers has a getter for an option: its value is not known before it is constructed. */
export function providesOption(root: Class, name: keyof ServiceOptions): boolean {
  return [...readModules(root).providers.values()].some(({ token, shape }) => {
    const target = shape.kind === 'class' ? shape.target : token;
    const prototype = typeof target === 'function' ? (target.prototype as object | undefined) : undefined;
    return prototype instanceof HttpOptionsProvider && name in prototype;
  });
}
