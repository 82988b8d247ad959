import { captureSource, type SourceReader } from '../report/load-session.js';
import { type Class, readDecorated, readOwnMetadata } from './metadata.js';
import { problem, type BootProblem, type Source } from '../report/boot-problem.js';
import { type Provider, readProvider } from './provide.js';
import { injectableName } from './token.js';
import { circle } from './wiring-problems.js';

const key = Symbol.for('svckit.module');

/** What a module groups. */
export interface ModuleOptions {
  readonly imports?: readonly Class[];
  readonly controllers?: readonly Class[];
  /** Classes, or what `provide()` returns. */
  readonly providers?: readonly (Class | Provider)[];
}

interface ModuleDeclaration extends ModuleOptions {
  readonly source: SourceReader;
}

/** Groups controllers and providers; all providers of an app are visible to all of its classes. */
export function Module(options: ModuleOptions = {}) {
  const source = captureSource();
  return (target: Class, context?: ClassDecoratorContext): void => {
    readDecorated(target, context).metadata[key] = { ...options, source } satisfies ModuleDeclaration;
  };
}

/** Everything that a root module reaches. A module's own providers override those of its imports. */
export interface ModuleTree {
  readonly modules: readonly Class[];
  readonly controllers: readonly Class[];
  readonly providers: ReadonlyMap<Provider['token'], Provider>;
  readonly problems: readonly BootProblem[];
}

export function readModules(root: Class): ModuleTree {
  const modules: Class[] = [];
  const controllers = new Set<Class>();
  const providers = new Map<Provider['token'], Provider>();
  const problems: BootProblem[] = [];

  function visit(module: Class, importer: Class | null, source: SourceReader): void {
    if (modules.includes(module)) return;
    const declaration = typeof module === 'function' ? readOwnMetadata<ModuleDeclaration>(module, key) : undefined;
    if (!declaration) return void problems.push(notAModule(module, importer, source()));
    modules.push(module);
    for (const imported of entriesOf(declaration.imports)) visit(imported, module, declaration.source);
    for (const controller of entriesOf(declaration.controllers)) {
      if (typeof controller === 'function') controllers.add(controller);
      else problems.push(notAController(controller, module, declaration.source()));
    }
    for (const entry of entriesOf(declaration.providers)) {
      const provider = readProvider(entry);
      if (provider) providers.set(provider.token, provider);
      else problems.push(notAProvider(entry, module, declaration.source()));
    }
  }

  visit(root, null, () => null);
  return { modules, controllers: [...controllers], providers, problems };
}

/** Wraps a value that is not a list, so that it is reported as an entry. */
const entriesOf = <T>(list: readonly T[] = []): readonly T[] => (Array.isArray(list) ? list : [list as unknown as T]);

function notAModule(value: unknown, importer: Class | null, source: Source | null): BootProblem {
  const name = typeof value === 'function' ? injectableName(value as Class) : String(value);
  const place = importer ? `${name}, imported by ${injectableName(importer)},` : name;
  const fix =
    typeof value === 'function'
      ? 'Put @Module({ controllers: […], providers: […] }) on the class.'
      : `List a class with @Module. ${circle}`;
  return problem('not-a-module', `${place} is not a module.`, fix, { source });
}

function notAController(entry: unknown, module: Class, source: Source | null): BootProblem {
  const message = `${injectableName(module)} lists ${String(entry)} under controllers, which is not a class.`;
  return problem('not-a-controller', message, `List a class with @Controller. ${circle}`, { source });
}

function notAProvider(entry: unknown, module: Class, source: Source | null): BootProblem {
  const message = `${injectableName(module)} lists ${String(entry)} under providers, which is neither a class nor provide(…).`;
  return problem('not-a-provider', message, 'List a class, or provide(TOKEN, { useValue: … }).', { source });
}
