import type { Readable, Writable } from 'node:stream';

export interface OutputStream {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Width in characters; undefined when it is no terminal. */
  readonly columns: number | undefined;
}

/** `stop` comes from the process that started this one. */
export type StopRequest = 'SIGINT' | 'SIGTERM' | 'stop';

/** What a serving process tells the one that started it. */
export type ParentMessage =
  | {
      readonly type: 'loaded';
      readonly isWhole: boolean /** Absolute paths of source files. */;
      readonly inputs: readonly string[];
    }
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'failed'; readonly message: string };

/** Everything that a command has of the world around it. */
export interface Io {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** For questions; null when nobody sits at a terminal. */
  readonly terminal: { readonly input: Readable; readonly output: Writable } | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The script that started this command, to start it again in another process. */
  readonly script: string;
  now(): Date;
  /** Hears requests to stop; answers how to stop hearing them. */
  onStop(handler: (request: StopRequest) => void): () => void;
  /** Sends a message to the process that started this one, if one did and listens. */
  tellParent(message: ParentMessage): Promise<void>;
  /** Ends the process at once. */
  exit(code: number): void;
}
