/** What a traced process did, and the line of the trace in which it was done. */
export type DiskEvent = { readonly at: number } & Done;

type Done =
  | { readonly kind: 'write'; readonly path: string; readonly offset: number | null; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly length: number }
  /** What was written before the line `since` is on the disk. */
  | { readonly kind: 'sync'; readonly path: string; readonly since: number }
  | { readonly kind: 'name'; readonly path: string; readonly from: string; readonly keeps: boolean }
  | { readonly kind: 'remove'; readonly path: string }
  /** The head of an answer on its way to a client. */
  | { readonly kind: 'answer'; readonly head: string };

const traced = 'write,writev,pwrite64,pwritev,ftruncate,fsync,fdatasync,rename,link,unlink';

/** The command that runs a program and writes what it does with files and sockets to a trace. */
export const straceTo = (trace: string): readonly string[] =>
  `strace -f -qq -y -xx -s 4194304 --seccomp-bpf -e trace=${traced} -o`.split(' ').concat(trace);

const begun = /^(\d+) +(\w+)\((.*)$/;
const resumed = /^(\d+) +<\.\.\. \w+ resumed>(.*)$/;
const finished = /^(.*)\) += (-?\d+)/;

interface Call {
  readonly name: string;
  readonly args: string;
  readonly since: number;
}

/** Reads a trace, line by line; calls that failed are left out. */
export function* readTrace(text: string): Generator<DiskEvent> {
  const open = new Map<string, Call>();
  for (const [at, line] of text.split('\n').entries()) {
    const [, thread = '', name = '', rest = ''] = begun.exec(line) ?? [];
    if (name !== '') {
      const unfinished = rest.endsWith(' <unfinished ...>');
      const call = { name, args: unfinished ? rest.slice(0, -' <unfinished ...>'.length) : rest, since: at };
      const answer = answerOf(call);
      if (answer) yield { at, ...answer };
      if (unfinished) open.set(thread, call);
      else yield* doneBy(call, at);
      continue;
    }
    const [, waiting = '', more = ''] = resumed.exec(line) ?? [];
    const call = open.get(waiting);
    open.delete(waiting);
    if (call) yield* doneBy({ ...call, args: call.args + more }, at);
  }
}

/** The bytes of an answer may reach the client as soon as the call begins. */
function answerOf({ name, args }: Call): Done | null {
  if (name !== 'write' && name !== 'writev') return null;
  if (!pathOf(args).startsWith('socket:')) return null;
  const head = bytesOf(args).toString('latin1');
  return head.startsWith('HTTP/1.1 ') ? { kind: 'answer', head } : null;
}

function* doneBy(call: Call, at: number): Generator<DiskEvent> {
  for (const done of effectOf(call)) yield { at, ...done };
}

function* effectOf({ name, args, since }: Call): Generator<Done> {
  const [, inner = '', result = '-1'] = finished.exec(args) ?? [];
  if (Number(result) < 0) return;
  const path = pathOf(inner);
  const texts = [...inner.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex]) => decode(hex!).toString());
  const last = Number(/, (\d+)$/.exec(inner)?.[1]);
  if (name === 'rename' || name === 'link')
    yield { kind: 'name', from: texts[0]!, path: texts[1]!, keeps: name === 'link' };
  else if (name === 'unlink') yield { kind: 'remove', path: texts[0]! };
  else if (!path.startsWith('/')) return;
  else if (name === 'fsync' || name === 'fdatasync') yield { kind: 'sync', path, since };
  else if (name === 'ftruncate') yield { kind: 'truncate', path, length: last };
  else {
    const bytes = bytesOf(inner).subarray(0, Number(result));
    yield { kind: 'write', path, offset: name.startsWith('p') ? last : null, bytes };
  }
}

const pathOf = (args: string) => decode(/^\d+<((?:\\x[0-9a-f]{2})*)>/.exec(args)?.[1] ?? '').toString();
const bytesOf = (args: string) =>
  Buffer.concat([...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex]) => decode(hex!)));
const decode = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex');
