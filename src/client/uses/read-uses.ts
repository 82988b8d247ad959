import type { Node } from '../compiler.js';
import type { ScanCompiler, Symbol, SyntaxNode } from '../scan/checker.js';
import { fileOf } from '../scan/collect-places.js';
import type { FoundClient } from '../scan/find-clients.js';
import { certainOrigin } from './certain-origin.js';
import { clientDeclarations } from './client-declarations.js';
import { listedReader } from './listed-values.js';
import { indexMembers, type MemberIndex, type MemberPlace } from './member-index.js';
import { type Consumer, type ConsumerInput, openConsumer } from './open-consumer.js';
import { flowReader } from './read-flows.js';
import { sentReader } from './read-sent.js';
import type { Use } from './use.js';
import { useCollector } from './use-collector.js';

/** What a consumer's code depends on. */
export interface Uses {
  readonly client: Pick<FoundClient, 'file' | 'title' | 'version'>;
  /** Each place of each member once. */
  readonly uses: readonly Use[];
  /** Why these may not be all: what does not compile, and where the client goes to code that nothing shows. */
  readonly gaps: readonly Gap[];
}

export interface Gap {
  /** Absolute, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/**
 * Reads which members of which operations a folder of a consumer's code reads and sends, and at which ranges of which files, with the consumer's own
 * TypeScript. Throws a ScanError for a folder that has nothing to read.
 */
export function readUses(input: ConsumerInput, compiler: ScanCompiler): Uses {
  const consumer = openConsumer(input, compiler);
  const { client, lost } = consumer;
  const uses = useCollector();
  const known = knownPlaces(consumer);
  addCalls(consumer, uses);
  addMentions(consumer, known, uses);
  addFlows(consumer, known, uses);
  addSent(consumer, uses);
  for (const node of lost) addEverything(node, consumer, uses);
  return { client, uses: uses.list(), gaps: [...listErrors(consumer), ...lost.map(describeLost)] };
}

type Collector = ReturnType<typeof useCollector>;

/** The places of declared members in operations that are called; of those that no call has, in all. */
function knownPlaces({ api, calls, checker, compiler, files }: Consumer) {
  const called = new Set(calls.flatMap(({ operations }) => operations).filter((name) => api.operationTypes.has(name)));
  const index = indexMembers([...called], api, checker);
  let others: MemberIndex | null = null;
  const callAt = new Map(calls.map((call) => [call.call, call]));
  const trace = certainOrigin(compiler, checker, files, (node) => callAt.has(node));
  return {
    of: (declarations: readonly Node[]): readonly MemberPlace[] => {
      const found = declarations.flatMap((one) => index.get(one) ?? []);
      if (found.length > 0) return found;
      others ??= indexMembers([...api.operationTypes.keys()], api, checker);
      return declarations.flatMap((one) => others!.get(one) ?? []);
    },
    /** Only the places of the calls that a value comes from, where the code shows them all. */
    narrow: (places: readonly MemberPlace[], node: SyntaxNode): readonly MemberPlace[] => {
      const origin = trace(node) ?? [];
      const names = new Set(origin.flatMap((one) => callAt.get(one)!.operations));
      const own = places.filter(({ operation, status }) => status !== null && names.has(operation));
      return own.length > 0 ? own : places;
    },
  };
}

type KnownPlaces = ReturnType<typeof knownPlaces>;

function addCalls({ calls, api }: Consumer, uses: Collector): void {
  for (const { node, operations } of calls)
    for (const operation of operations)
      if (api.operationTypes.has(operation)) uses.add(node, { operation, kind: 'call' });
}

/** Members that the code names. Of a request, what is sent counts, and what is only read from a value that it makes. */
function addMentions({ files, reader, compiler, checker }: Consumer, known: KnownPlaces, uses: Collector): void {
  const isListed = listedReader(compiler, checker, files);
  for (const { node, declarations, isWritten } of files.flatMap(reader.readMentions)) {
    const places = known.of(declarations);
    const wanted = places.filter(({ status }) => (status === null) === isWritten);
    if (isWritten && wanted.length > 0) continue;
    const chosen = wanted.length > 0 ? wanted : places;
    uses.addPlaces(node, isWritten ? chosen : known.narrow(chosen, node.parent), { isExhaustive: isListed(node) });
  }
}

/** Values of answers that go to code with types of its own, or none. */
function addFlows({ files, compiler, checker }: Consumer, known: KnownPlaces, uses: Collector): void {
  for (const { node, origin, read, exhaustive, escaped } of files.flatMap(flowReader(compiler, checker, files))) {
    const answered = (symbols: readonly Symbol[]) => {
      const declarations = symbols.flatMap((symbol) => clientDeclarations(checker, symbol));
      return known.narrow(
        known.of(declarations).filter(({ status }) => status !== null),
        origin,
      );
    };
    uses.addPlaces(node, answered(read));
    uses.addPlaces(node, answered(exhaustive), { isExhaustive: true });
    uses.addPlaces(node, answered(escaped), { member: '*' });
  }
}

function addSent({ calls, files, reader, compiler, checker, api }: Consumer, uses: Collector): void {
  const mentions = files.flatMap(reader.readMentions);
  const declaredBy = (some: typeof mentions) => {
    const declarations = new Set(some.flatMap((one) => one.declarations));
    return (declaration: Node) => declarations.has(declaration);
  };
  const isDeleted = ({ node }: (typeof mentions)[number]) =>
    [node.parent, node.parent.parent].some((one) => one?.kind === compiler.SyntaxKind['DeleteExpression']);
  const readSent = sentReader(
    compiler,
    checker,
    declaredBy(mentions.filter(({ isWritten }) => isWritten)),
    declaredBy(mentions.filter(isDeleted)),
  );
  for (const call of calls)
    for (const { node, member, isAlways } of readSent(call))
      for (const operation of call.operations)
        if (api.operationTypes.has(operation)) uses.add(node, { operation, kind: 'send', member, isAlways });
}

/** All of every operation, for a place where anything may be called. */
function addEverything(node: SyntaxNode, { api, checker }: Consumer, uses: Collector): void {
  for (const [operation, type] of api.operationTypes) {
    const responses = checker.getPropertyOfType(type, 'responses');
    uses.add(node, { operation, kind: 'call' });
    uses.add(node, { operation, kind: 'send', member: '*' });
    for (const { name: status } of responses ? checker.getPropertiesOfType(checker.getTypeOfSymbol(responses)) : [])
      uses.add(node, { operation, kind: 'read', status, member: '*' });
  }
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split(/\r\n|[\n\r\u2028\u2029]/).length;

function listErrors({ files, program, compiler }: Consumer): readonly Gap[] {
  return files.flatMap((file) => {
    const [first] = program.getSemanticDiagnostics(file);
    if (!first) return [];
    const line = lineAt(file.text, first.start ?? 0);
    return [{ file: file.fileName, line, reason: compiler.flattenDiagnosticMessageText(first.messageText, ' ') }];
  });
}

function describeLost(node: SyntaxNode): Gap {
  const { fileName: file, text } = fileOf(node);
  const line = lineAt(text, node.getStart());
  return { file, line, reason: 'the client, or a path, goes where nothing shows what is called.' };
}
