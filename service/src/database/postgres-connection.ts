import type { PoolClient, QueryResult } from 'pg';
import { DatabaseUnavailable } from './database-unavailable.js';
import { classifyFailure, lossError, NoAnswer } from './postgres-failure.js';

export interface PostgresConnectionOptions {
  /** How long a statement is waited for; 0 is without end. */
  readonly timeoutMs: number;
  /** Called when the connection is lost. */
  readonly onLoss: (cause: Error) => void;
  /** Called when the server's disk takes no writes. */
  readonly onTrouble: () => void;
  readonly warn: (message: string) => void;
}

/** One connection while it is borrowed from the pool. A lost one leaves the pool at once, and its statements all fail alike. */
export class PostgresConnection {
  readonly #client: PoolClient;
  readonly #options: PostgresConnectionOptions;
  #inTransaction = false;
  #loss: Error | null = null;

  constructor(client: PoolClient, options: PostgresConnectionOptions) {
    this.#client = client;
    this.#options = options;
  }

  async query(text: string, parameters: readonly unknown[]): Promise<QueryResult> {
    if (this.#loss) return this.#afterLoss(text, this.#loss);
    try {
      const result = await this.#answer(text, parameters);
      if (text === 'commit' && result.command !== 'COMMIT')
        throw new Error('The transaction was rolled back, because a statement in it failed.');
      if (/^(begin|start)\b/.test(text)) this.#inTransaction = true;
      else if (/^(commit|rollback$)/.test(text)) this.#inTransaction = false;
      return result;
    } catch (error) {
      throw error instanceof Error ? this.#translate(text, error) : error;
    }
  }

  release(): void {
    if (!this.#loss) this.#client.release();
  }

  #translate(text: string, error: Error): Error {
    const failure = classifyFailure(error);
    if (failure === 'wrong') return error;
    this.#options.warn(`The database does not respond: ${error.message}`);
    if (failure === 'trouble') this.#options.onTrouble();
    if (failure !== 'lost') return new DatabaseUnavailable(error);
    this.#loss = lossError(text, { inTransaction: this.#inTransaction }, error);
    this.#client.release(error);
    this.#options.onLoss(error);
    return this.#loss;
  }

  /** The server rolls a lost connection back by itself. */
  #afterLoss(text: string, loss: Error): QueryResult {
    if (/^rollback\b/.test(text)) return { command: 'ROLLBACK', rowCount: 0, oid: 0, fields: [], rows: [] };
    throw loss;
  }

  async #answer(text: string, parameters: readonly unknown[]): Promise<QueryResult> {
    const { timeoutMs } = this.#options;
    const answer = this.#client.query(text, [...parameters]);
    if (timeoutMs === 0) return answer;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new NoAnswer(timeoutMs)), timeoutMs);
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }
}
