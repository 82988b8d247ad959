import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { closedEarly } from '../node/take-answer.js';

export type Controller = Dispatcher.DispatchController;

/** An answer of the upstream for a client: the request to the upstream ends when the client leaves. */
export class ClientAnswer {
  protected readonly res: ServerResponse;
  protected controller: Controller | null = null;
  protected isOver = false;

  constructor(res: ServerResponse) {
    this.res = res;
  }

  /** Runs again where the library sends the request again. */
  onRequestStart(controller: Controller): void {
    const isAgain = this.controller !== null;
    this.controller = controller;
    if (this.res.destroyed) controller.abort(clientLeft());
    else if (!isAgain) this.res.on('close', () => this.#leave());
  }

  #leave(): void {
    if (!this.isOver) this.controller!.abort(clientLeft());
  }
}

/** Ends a request to the upstream whose answer nobody takes any more. */
const clientLeft = (): Error => Object.assign(new Error('The client has left.'), { code: closedEarly });

/** The fields of an answer of the upstream as they came: names and values, one after the other. */
export function rawFieldsOfAnswer(controller: Controller): string[] {
  const { rawHeaders = [] } = controller as {
    readonly rawHeaders?: readonly Buffer[];
  };
  const fields: string[] = [];
  for (const part of rawHeaders) fields.push(part.toString('latin1'));
  return fields;
}
