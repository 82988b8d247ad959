import type { Finding } from '../../diff/finding.js';
import type { Level } from '../../report/level.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import type { SourceFile } from '../compiler.js';
import type { SyntaxNode } from './checker.js';

/** Why a place is touched, and what to do there. */
export interface Touch {
  /** Of the check that found the difference, or `client-module`, `type-renamed`, `path-changed`, `no-longer-compiles`. */
  readonly id: string;
  readonly level: Level;
  readonly message: string;
  readonly fix: string;
  /** `GET /orders`, as the client is called: those that have the difference, one if the code shows which. */
  readonly operations: readonly string[];
  /** `Order.lines` */
  readonly member: string | null;
  /** The difference, in each of those operations; empty for what is none of the documents. */
  readonly findings: readonly Finding[];
}

/** A place in a consumer's code that a difference touches. */
export interface TouchedPlace {
  /** Absolute. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** In the text of the file. */
  readonly offset: number;
  /** The line of the code. */
  readonly code: string;
  readonly touches: readonly Touch[];
  /** The type that the place has with the client of the revision, where it is another one. */
  readonly now: string | null;
  /** What the compiler says there with the types of the revision. */
  readonly refusals: readonly string[];
}

interface Collected {
  readonly node: SyntaxNode;
  now: string | null;
  readonly touches: Touch[];
  readonly refusals: string[];
}

export type Places = ReturnType<typeof placeCollector>;

/** Collects what touches each place, each reason once. */
export function placeCollector() {
  const places = new Map<string, Collected>();
  const keyOf = (node: SyntaxNode) => `${fileOf(node).fileName} ${node.getStart()}`;
  const at = (node: SyntaxNode) => {
    const found = places.get(keyOf(node)) ?? { node, now: null, touches: [], refusals: [] };
    places.set(keyOf(node), found);
    return found;
  };
  return {
    has: (node: SyntaxNode) => places.has(keyOf(node)),
    touch: (node: SyntaxNode, touches: readonly Touch[]) => {
      if (touches.length === 0) return;
      const place = at(node);
      for (const touch of touches)
        if (!place.touches.some(({ id, message }) => id === touch.id && message === touch.message))
          place.touches.push(touch);
    },
    refuse: (node: SyntaxNode, message: string) => {
      const { refusals } = at(node);
      if (!refusals.includes(message)) refusals.push(message);
    },
    /** Says what type each place has now. */
    retype: (typeOf: (place: Pick<Collected, 'node' | 'touches'>) => string | null) => {
      for (const place of places.values()) place.now = typeOf(place);
    },
    /** The differences that touch a place. */
    findings: () => new Set([...places.values()].flatMap(({ touches }) => touches.flatMap((touch) => touch.findings))),
    list: (): readonly TouchedPlace[] =>
      [...places.values()]
        .map(({ node, now, touches, refusals }) => ({ ...locate(node), touches, now, refusals }))
        .sort((a, b) => codeUnitOrder(a.file, b.file) || a.line - b.line || a.column - b.column),
  };
}

function locate(node: SyntaxNode): Pick<TouchedPlace, 'file' | 'line' | 'column' | 'offset' | 'code'> {
  const { fileName: file, text } = fileOf(node);
  return { file, ...locateIn(text, node.getStart()) };
}

/** The line and the column of an offset, and the line's code. */
export function locateIn(text: string, offset: number): Pick<TouchedPlace, 'line' | 'column' | 'offset' | 'code'> {
  const before = text.slice(0, offset).split(/\r\n|[\n\r\u2028\u2029]/);
  const [code = ''] = text.slice(offset - before.at(-1)!.length).split(/[\n\r\u2028\u2029]/);
  return { line: before.length, column: before.at(-1)!.length + 1, offset, code: code.trim() };
}

/** The file of a node. */
export function fileOf(node: SyntaxNode): SourceFile {
  let current = node;
  while (current.parent) current = current.parent;
  return current as unknown as SourceFile;
}
