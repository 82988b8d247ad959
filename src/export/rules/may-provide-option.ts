import { type AnyNode, parse } from 'acorn';
import type { ServiceDefinition } from '../../routing/table/service-definition.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { Provider } from '../../wiring/provide.js';
import { visitChildren } from '../loader/find-inject-calls.js';
import { findOptionsProvider, providesOption } from '../options-provider.js';

/** The fix where nothing authenticates callers. */
export const setAuthenticate = 'Set authenticate: (req) => ({ id, roles }), which returns the caller or null.';

/** Whether an options provider has an option, or may have it once it is made: in a field, or from a factory. */
export function mayProvideOption(provider: Provider, option: keyof ServiceOptions): boolean {
  if (providesOption(provider, option)) return true;
  const { shape } = provider;
  if (shape.kind !== 'class') return false;
  for (let target: unknown = shape.target; typeof target === 'function'; target = Object.getPrototypeOf(target))
    if (setsMember(target, option)) return true;
  return false;
}

/** Whether a service authenticates its callers, as far as it is known without starting it. */
export function mayAuthenticate({ authenticate, prepare, root }: ServiceDefinition): boolean {
  if (authenticate || prepare) return true;
  const provider = findOptionsProvider(root);
  return provider !== null && mayProvideOption(provider, 'authenticate');
}

/** Fields are not on the prototype: they are read from the code of the class, as written or as a compiler lowers them. */
function setsMember(target: Function, name: string): boolean {
  const code = Function.prototype.toString.call(target);
  if (!code.startsWith('class')) return false;
  let isSet = false;
  const visit = (node: AnyNode): void => {
    isSet ||= isFieldNamed(node, name);
    if (!isSet) visitChildren(node, visit);
  };
  visit(parse(`(${code})`, { ecmaVersion: 'latest' }));
  return isSet;
}

/** `name = …`, `this.name = …` and `__publicField(this, "name", …)`. */
function isFieldNamed(node: AnyNode, name: string): boolean {
  switch (node.type) {
    case 'PropertyDefinition':
      return !node.static && node.key.type === 'Identifier' && node.key.name === name;
    case 'AssignmentExpression':
      return (
        node.left.type === 'MemberExpression' &&
        node.left.object.type === 'ThisExpression' &&
        node.left.property.type === 'Identifier' &&
        node.left.property.name === name
      );
    case 'CallExpression': {
      const [first, second] = node.arguments;
      return first?.type === 'ThisExpression' && second?.type === 'Literal' && second.value === name;
    }
    default:
      return false;
  }
}
