import type { ServerResponse } from 'node:http';
import { HttpError } from 'svckit';

/** Aborts when the client goes away before it has its answer. */
export function clientSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const leave = () => {
    // An HttpError, since nobody is left to answer and nothing went wrong here that a log should hold.
    if (!res.writableFinished) controller.abort(new HttpError(400, 'The client went away before its turn.'));
  };
  if (res.destroyed) leave();
  else res.once('close', leave);
  return controller.signal;
}
