import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { satisfiesRange } from '../../text/version-range.js';
import { ownManifest } from '../own-package.js';

/** What one look at a project found. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'error';
  readonly message: string;
  /** What to do about it; null where nothing is wrong. */
  readonly fix: string | null;
}

export const ok = (message: string): Finding => ({ state: 'ok', message, fix: null });
export const warning = (message: string, fix: string): Finding => ({ state: 'warning', message, fix });
export const wrong = (message: string, fix: string): Finding => ({ state: 'error', message, fix });

/** Whether this Node runs svckit, by the package's own engines. */
export function examineNode(version: string): Finding {
  const least = ownManifest().engines.node.replace('>=', '');
  if (satisfiesRange(version, `>=${least}`)) return ok(`Node ${version}`);
  return wrong(`Node ${version} is older than ${least}.`, `Install Node ${least} or newer, such as the newest LTS.`);
}

/** Whether the project's TypeScript knows decorators of ECMAScript. */
export function examineTypescript(folder: string): Finding {
  const version = installedVersion('typescript', folder);
  if (version === null) return ok('TypeScript is not installed; svc compiles svc.config.ts by itself');
  if (satisfiesRange(version, '>=5.4.0')) return ok(`TypeScript ${version}`);
  return wrong(
    `TypeScript ${version} is older than 5.4.`,
    'npm install --save-dev typescript@latest, whose decorators are those of ECMAScript.',
  );
}

interface Tsconfig {
  readonly files: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** The tsconfig.json of the project: whether it finds the package's types. */
export function examineTsconfig(folder: string): Finding {
  const config = readTsconfig(folder);
  if (config === null) return ok('no tsconfig.json');
  if (config instanceof Error) return wrong(config.message, 'Correct the file.');
  const name = relative(folder, config.files[0]!);
  const module = text(config.options['module']);
  const resolution = text(config.options['moduleResolution']) ?? resolutionOf(module);
  if (!/^(?:node16|nodenext|bundler)$/.test(resolution))
    return wrong(
      `${name}: moduleResolution ${JSON.stringify(resolution)} does not find the types of svckit.`,
      'Write "module": "nodenext", or "moduleResolution": "bundler".',
    );
  if (config.options['strict'] !== true)
    return warning(`${name}: strict is off, so types of schemas are less exact.`, 'Write "strict": true.');
  return ok(`${name}: moduleResolution ${resolution}, strict`);
}

/** Whether a build with tsc lowers decorators. */
export function examineDecorators(folder: string): Finding {
  const config = readTsconfig(folder);
  if (config === null || config instanceof Error) return ok('svc lowers decorators by itself');
  const target = text(config.options['target']) ?? 'es5';
  if (target === 'esnext')
    return warning(
      `target "esnext" leaves decorators as they are, which Node cannot run.`,
      'Write "target": "es2022", or start the service with svc serve.',
    );
  const kind =
    config.options['experimentalDecorators'] === true ? 'experimentalDecorators' : 'decorators of ECMAScript';
  return ok(`${kind}, target ${target}`);
}

/** Whether the packages beside svckit are those that it works with. */
export function examinePeers(folder: string): readonly Finding[] {
  const { peerDependencies, peerDependenciesMeta } = ownManifest();
  return Object.entries(peerDependencies).flatMap(([name, range]) => {
    const version = installedVersion(name, folder);
    const isOptional = peerDependenciesMeta[name]?.optional === true;
    if (version === null)
      return isOptional ? [] : [wrong(`${name} is not installed.`, `npm install ${name}@${quoted(range)}`)];
    if (satisfiesRange(version, range)) return [ok(`${name} ${version}`)];
    return [wrong(`${name} ${version} is not ${range}, which svckit needs.`, `npm install ${name}@${quoted(range)}`)];
  });
}

/** Whether the project has the svckit that runs. */
export function examineCopy(folder: string): Finding {
  const { version } = ownManifest();
  const installed = installedVersion('svckit', folder);
  if (installed === null)
    return warning('svckit is not installed in this project.', `npm install --save-dev svckit@^${version}`);
  if (installed === version) return ok(`svckit ${version}`);
  return warning(
    `svc is ${version}, and the project has svckit ${installed}.`,
    'Run the command of the project: npx svc doctor',
  );
}

const quoted = (range: string) => (/^[\w.^-]+$/.test(range) ? range : JSON.stringify(range));
const text = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : undefined);
function resolutionOf(module: string | undefined): string {
  if (module?.startsWith('node')) return module;
  return module === 'preserve' ? 'bundler' : 'classic';
}

/** The version of an installed package as seen from a folder; null where there is none. */
function installedVersion(name: string, folder: string): string | null {
  for (let home = folder; ; home = dirname(home)) {
    const file = join(home, 'node_modules', name, 'package.json');
    if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    if (dirname(home) === home) return null;
  }
}

/** The nearest tsconfig.json with what it extends; null where there is none. */
function readTsconfig(folder: string): Tsconfig | Error | null {
  for (let home = folder; ; home = dirname(home)) {
    const file = join(home, 'tsconfig.json');
    if (existsSync(file)) return readExtended(file, []);
    if (dirname(home) === home || existsSync(join(home, '.git'))) return null;
  }
}

function readExtended(file: string, below: readonly string[]): Tsconfig | Error {
  const read = readJsonc(file);
  if (read instanceof Error) return read;
  if (below.includes(file)) return new Error(`${file} extends itself.`);
  const own = (read['compilerOptions'] ?? {}) as Readonly<Record<string, unknown>>;
  const bases = [read['extends'] ?? []].flat().filter((base) => typeof base === 'string');
  let options: Readonly<Record<string, unknown>> = {};
  for (const base of bases) {
    const found = findBase(base, file);
    const extended = found === null ? null : readExtended(found, [...below, file]);
    if (extended instanceof Error) return extended;
    if (extended) options = { ...options, ...extended.options };
  }
  return { files: [file], options: { ...options, ...own } };
}

function findBase(base: string, file: string): string | null {
  const candidates =
    base.startsWith('.') || base.startsWith('/')
      ? [resolve(dirname(file), base), resolve(dirname(file), `${base}.json`)]
      : [];
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found !== undefined || candidates.length > 0) return found ?? null;
  for (const name of [base, `${base}/tsconfig.json`, `${base}.json`]) {
    try {
      return createRequire(file).resolve(name);
    } catch {}
  }
  return null;
}

/** JSON with comments and commas at the end, as tsc reads it. */
function readJsonc(file: string): Readonly<Record<string, unknown>> | Error {
  const plain = readFileSync(file, 'utf8').replace(
    /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*(?:\/\/[^\n]*\n\s*)*[\]}])/g,
    (_, kept: string | undefined) => kept ?? '',
  );
  try {
    return JSON.parse(plain) as Readonly<Record<string, unknown>>;
  } catch (error) {
    return new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
}
