import type { Edit } from '../../edit/apply-edits.js';
import type { SourceFile } from '../compiler.js';
import type { ScanCompiler, SyntaxNode } from '../scan/checker.js';
import { fileOf } from '../scan/collect-places.js';
import type { MovedOperation } from '../scan/list-differences.js';
import type { ConsumerCode } from '../scan/open-code.js';
import type { ClientCall } from '../scan/read-calls.js';
import { walkCode } from '../scan/walk-code.js';

/** Edits of one file. */
export interface EditAt extends Edit {
  readonly file: string;
}

/** A moved operation as a call of it is written; null where the revision has it at the same address, or nowhere. */
export function moveOf(call: ClientCall, operations: ReadonlyMap<string, MovedOperation>): MovedOperation | null {
  const [name, ...others] = call.operations;
  const operation = name === undefined || others.length > 0 ? undefined : operations.get(name);
  if (!operation?.revision) return null;
  const { base, revision } = operation;
  return base.path === revision.path && base.method === revision.method ? null : operation;
}

/** The edits that make a call one of the operation's new address; null where the code does not write its path or method out. */
export function editCall(
  call: ClientCall,
  { base, revision }: MovedOperation,
  code: ConsumerCode,
): readonly EditAt[] | null {
  const { compiler } = code;
  const path = base.path === revision!.path ? [] : writtenTexts(call.node, base.path, code);
  const method = base.method === revision!.method ? [] : methodName(call.call, base.method, compiler);
  if (path === null || method === null) return null;
  return [
    ...path.map((node) => textEdit(node, revision!.path)),
    ...method.map((node) =>
      isText(node, compiler)
        ? textEdit(node, node.text === base.method ? revision!.method : revision!.method.toLowerCase())
        : { file: fileOf(node).fileName, start: node.getStart(), end: node.end, text: revision!.method },
    ),
  ];
}

/** `GET` of `client.GET(…)`, or `'get'` of `client.request('get', …)`. */
function methodName(call: SyntaxNode, method: string, compiler: ScanCompiler): readonly SyntaxNode[] | null {
  const { expression, arguments: given = [] } = call;
  if (expression?.name?.text === method) return [expression.name];
  const [first] = given;
  const isNamed = expression?.name?.text === 'request' && first && isText(first, compiler);
  return isNamed && first.text?.toUpperCase() === method ? [first] : null;
}

/** The literals that an argument gets its text from: itself, that of a constant, or those that callers of the function around it pass. */
function writtenTexts(node: SyntaxNode, text: string, code: ConsumerCode, depth = 0): readonly SyntaxNode[] | null {
  const { compiler } = code;
  const kinds = compiler.SyntaxKind;
  if (isText(node, compiler)) return node.text === text ? [node] : null;
  if ([kinds['AsExpression'], kinds['SatisfiesExpression'], kinds['ParenthesizedExpression']].includes(node.kind))
    return writtenTexts(node.expression!, text, code, depth);
  const checker = code.program.getTypeChecker();
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration as SyntaxNode | undefined;
  if (!declaration || depth > 4) return null;
  if (declaration.kind === kinds['VariableDeclaration'] || declaration.kind === kinds['PropertyAssignment'])
    return declaration.initializer ? writtenTexts(declaration.initializer, text, code, depth + 1) : null;
  if (declaration.kind !== kinds['Parameter']) return null;
  const owner = declaration.parent;
  const position = owner.parameters!.indexOf(declaration);
  const given = code.files.flatMap((file: SourceFile) =>
    walkCode(file, compiler, (one) =>
      one.kind === kinds['CallExpression'] && checker.getResolvedSignature(one)?.declaration === (owner as unknown)
        ? one.arguments?.[position]
        : null,
    ),
  );
  const passed = given.map((argument) => writtenTexts(argument, text, code, depth + 1));
  if (passed.length === 0 || passed.some((one) => one === null)) return null;
  const typed = declaration.type ? literalTypes(declaration.type, text, compiler) : [];
  return [...passed.flatMap((one) => one ?? []), ...typed];
}

/** The literals of a text in a written type. */
function literalTypes(type: SyntaxNode, text: string, compiler: ScanCompiler): readonly SyntaxNode[] {
  const found: SyntaxNode[] = isText(type, compiler) && type.text === text ? [type] : [];
  compiler.forEachChild(type, (child) => {
    found.push(...literalTypes(child as SyntaxNode, text, compiler));
  });
  return found;
}

export const isText = (node: SyntaxNode, { SyntaxKind: kinds }: ScanCompiler): boolean =>
  node.kind === kinds['StringLiteral'] || node.kind === kinds['NoSubstitutionTemplateLiteral'];

/** Another text between the same quotes. */
export function textEdit(node: SyntaxNode, text: string): EditAt {
  return { file: fileOf(node).fileName, start: node.getStart() + 1, end: node.end - 1, text };
}
