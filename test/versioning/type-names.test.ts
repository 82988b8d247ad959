import { type AnyNode, parse } from 'acorn';
import { transformSync } from 'esbuild';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { visitChildren } from '../../src/export/loader/find-inject-calls.js';
import { versioningTypes } from '../../src/routing/versioning/versioning.js';
import { isTest, readImports, repository } from '../read-imports.js';

const home = 'src/routing/versioning';
const names: readonly string[] = versioningTypes.map(({ name }) => name);
const ownOptions: readonly string[] = versioningTypes.flatMap(({ optionNames }) => Object.keys(optionNames));

const isName = (node: AnyNode | null | undefined) =>
  node?.type === 'Literal' && typeof node.value === 'string' && names.includes(node.value);

/** The last name of `type`, `options.type`, `versioning?.type` and `from['type']`. */
function lastName(node: AnyNode): string | null {
  if (node.type === 'ChainExpression') return lastName(node.expression);
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression') return null;
  const { property } = node;
  if (property.type === 'Identifier' && !node.computed) return property.name;
  return property.type === 'Literal' ? String(property.value) : null;
}

const isVersioning = (node: AnyNode) => /versioning$/i.test(lastName(node) ?? '');

/** Every place in a module that distinguishes versioning types. */
function findNames(code: string): readonly string[] {
  const found: string[] = [];
  const text = (node: AnyNode) => code.slice(node.start, node.end);
  const visit = (node: AnyNode, inOption: boolean): void => {
    if (!inOption && knowsType(node)) found.push(text(node));
    // Somebody has to choose: a service writes the whole option.
    const chosen = node.type === 'Property' && node.key.type === 'Identifier' && node.key.name === 'versioning';
    visitChildren(node, (child) => visit(child, inOption || chosen));
  };
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), false);
  return found;
}

function knowsType(node: AnyNode): boolean {
  switch (node.type) {
    // A word that means nothing else.
    case 'Literal':
      return node.value === 'media-type';
    case 'BinaryExpression': {
      const sides = [node.left as AnyNode, node.right];
      if (node.operator === 'in') return isVersioning(node.right);
      return sides.some(isName) && sides.some((side) => lastName(side) === 'type');
    }
    case 'SwitchStatement':
      return lastName(node.discriminant) === 'type' && node.cases.some(({ test }) => isName(test));
    case 'Property':
      return node.key.type === 'Identifier' && node.key.name === 'type' && isName(node.value);
    case 'MemberExpression':
      return isVersioning(node.object as AnyNode) && ownOptions.includes(lastName(node) ?? '');
    default:
      return false;
  }
}

/** Whether a source may distinguish versioning types at all: most need not be parsed. */
const mayKnow = (source: string) =>
  /versioning/i.test(source) ||
  names.some((name) => [`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => source.includes(quoted)));

const toScript = (source: string) => transformSync(source, { loader: 'ts', target: 'es2022' }).code;

describe('the name of a versioning type', () => {
  it('stands in its own file and in the table of types', () => {
    const files = ['src', 'service/src'].flatMap((folder) =>
      readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((name) => name.endsWith('.ts') && !isTest(name) && !name.startsWith(home)),
    );
    expect(files.length).toBeGreaterThan(300);
    const found = files.flatMap((file) => {
      const source = readFileSync(join(repository, file), 'utf8');
      return mayKnow(source) ? findNames(toScript(source)).map((text) => `${file}: ${text}`) : [];
    });
    expect(found).toEqual([]);
  });

  it('is imported by the table of types alone', () => {
    const files = names.map((name) => `${home}/${name}.ts`);
    const importers = readImports('src').filter(({ target }) => files.includes(target));
    expect([...new Set(importers.map(({ file }) => file))]).toEqual([`${home}/versioning.ts`]);
  });

  it.each([
    "if (versioning?.type === 'uri') f();",
    "const { type } = versioning; if ('header' !== type) f();",
    "if (from['type'] === 'query') f();",
    "switch (options.versioning.type) { case 'header': f(); }",
    "const segments = { uri: 1, 'media-type': 2 };",
    "const made = { type: 'query', parameter: 'v' };",
    'f(versioning.header);',
    'f(options.versioning?.key);',
    "if ('parameter' in versioning) f();",
  ])('is found in %s', (code) => {
    expect(mayKnow(code)).toBe(true);
    expect(findNames(toScript(`declare const versioning: any, options: any, from: any, f: any; ${code}`))).not.toEqual(
      [],
    );
  });

  it('is not found where a service chooses its type, or where a word means something else', () => {
    const code = `
      defineService({ versioning: { type: 'header', header: 'X-API-Version' } });
      if (parameter.in === 'header') f(parameter.name);
      const part = { in: 'query', type: 'string' };
      if (from['type'] !== to['type']) f();`;
    expect(findNames(code)).toEqual([]);
  });
});
