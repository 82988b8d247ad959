import { codeUnitOrder } from '../../text/code-unit-order.js';
import { moduleName } from '../module-name.js';
import type { SyntaxNode } from '../scan/checker.js';
import { fileOf } from '../scan/collect-places.js';
import type { ConsumerCode } from '../scan/open-code.js';
import { walkCode } from '../scan/walk-code.js';
import { type EditAt, isText, textEdit } from './edit-calls.js';

/** The specifier of the revision's module for one of the base's; null where its name does not end with the version. */
export function newSpecifier(specifier: string, base: string | null, revision: string | null): string | null {
  const [from, to] = [moduleName(base), moduleName(revision)];
  const end = /(?:\.d)?(?:\.[cm]?[jt]s)?$/.exec(specifier)![0];
  const name = specifier.slice(0, specifier.length - end.length);
  return name === from || name.endsWith(`/${from}`) ? `${name.slice(0, name.length - from.length)}${to}${end}` : null;
}

/**
 * Imports and exports of the base's client, and every other text that names the same module as one of them: that of a mock in a test, or of
 * `require`. `left` are those that name it in another way.
 */
export function editImports(code: ConsumerCode): {
  readonly edits: readonly EditAt[];
  readonly left: readonly SyntaxNode[];
} {
  const { base, revision } = code.versions;
  const known = new Set(code.imports.map((node) => `${fileOf(node).fileName} ${node.getStart()}`));
  const folders = new Set(code.clients.map(({ file }) => file.replace(/\.d\.[cm]?ts$|\.[cm]?ts$/, '')));
  const others = code.files.flatMap((file) =>
    walkCode(file, code.compiler, (node) => {
      if (!isText(node, code.compiler) || known.has(`${file.fileName} ${node.getStart()}`)) return null;
      const text = node.text ?? '';
      if (!/^\.{1,2}\//.test(text)) return null;
      const path = join(file.fileName, text.replace(/\.[cm]?[jt]s$/, ''));
      return folders.has(path) ? node : null;
    }),
  );
  const nodes = [...code.imports, ...others].sort(
    (a, b) => codeUnitOrder(fileOf(a).fileName, fileOf(b).fileName) || a.getStart() - b.getStart(),
  );
  const changed = nodes.map((node) => [node, newSpecifier(node.text ?? '', base.version, revision.version)] as const);
  return {
    edits: changed.flatMap(([node, text]) => (text === null ? [] : [textEdit(node, text)])),
    left: changed.flatMap(([node, text]) => (text === null ? [node] : [])),
  };
}

/** A relative specifier of a file as a path. */
function join(file: string, specifier: string): string {
  const parts = file.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
