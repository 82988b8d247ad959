import type { Readable, Writable } from 'node:stream';

export interface OutputStream {
  /** `runner` reads lines that svc writes for it alone, such as annotations of GitHub. */
  write(text: string, reader?: 'runner'): void;
  readonly isTTY: boolean;
  /** Width in characters; undefined if this is not a terminal. */
  readonly columns: number | undefined;
}

/** `stop` comes from the parent process. */
export type StopRequest = 'SIGINT' | 'SIGTERM' | 'stop';

/** What a serving process sends to its parent process. */
export type ParentMessage =
  | {
      readonly type: 'loaded';
      readonly isWhole: boolean /** Absolute paths of source files. */;
      readonly inputs: readonly string[];
    }
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'failed'; readonly message: string };

/** Everything that a command knows about its environment. */
export interface Io {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** For prompts; null without an interactive terminal. */
  readonly terminal: { readonly input: Readable; readonly output: Writable } | null;
  /** Everything on standard input, as UTF-8. */
  readInput(): Promise<string>;
  /** Standard input as it comes. */
  openInput(): Readable;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The script of this process, to start it again in a child process. */
  readonly script: string;
  now(): Date;
  /** Sends a question about a service to a process that loads it; resolves to its answer, or to null if it ended without one. */
  ask(question: Promise<string>): Promise<string | null>;
  /** Listens for requests to stop; returns a function that stops listening. */
  onStop(handler: (request: StopRequest) => void): () => void;
  /** Sends a message to the parent process, if it listens. */
  tellParent(message: ParentMessage): Promise<void>;
  /** Exits the process immediately. */
  exit(code: number): void;
}
