import type { IncomingMessage } from 'node:http';
import type { Middleware } from '../../routing/table/service-options.js';
import { afterEarlier, isInTurn } from '../connection/pipelined.js';
import { isThenable } from '../endpoint/is-thenable.js';
import type { Observed } from '../observe/observed.js';
import { compressAnswer } from '../respond/compress-answer.js';
import { prepareLater } from '../respond/send-whole.js';
import type { EntryStep, Refuse } from './arrival.js';
import { refuseHead, unifyTarget } from './request-head.js';
import type { Turns } from './turns.js';

/** Leaves to another application what that answers: an outer one as it comes, one behind the app's own socket once the head is checked. */
export const passOthers =
  (from: 'within' | 'behind', isOwn: (req: IncomingMessage) => boolean): EntryStep =>
  (next) =>
  (arrival) => {
    const isHere = (arrival.from === 'connection') === (from === 'behind');
    if (arrival.pass === null || !isHere || isOwn(arrival.req)) next(arrival);
    else arrival.pass();
  };

/** Takes the requests of a connection one after the other. */
export const awaitEarlier: EntryStep = (next) => (arrival) => {
  const { req, res, from } = arrival;
  if (from !== 'connection' || isInTurn(res)) next(arrival);
  else afterEarlier(req, res, () => next(arrival));
};

/** Reads a target in absolute form. */
export const readTarget: EntryStep = (next) => (arrival) => {
  if (arrival.from === 'connection') unifyTarget(arrival.req);
  next(arrival);
};

/** Runs the access log, metrics and traces around the rest. */
export const observe =
  (observed: Observed): EntryStep =>
  (next) =>
  (arrival) =>
    observed.observe(arrival.req, arrival.res, () => next(arrival));

/** Refuses a head that a proxy may read otherwise; runtimes have read theirs. */
export const checkHead =
  (refuse: Refuse): EntryStep =>
  (next) =>
  (arrival) => {
    const refusal = arrival.from === 'connection' ? refuseHead(arrival.req, arrival.res) : null;
    if (refusal === null) next(arrival);
    else refuse(arrival, refusal);
  };

/** Lets clients take turns. */
export const awaitTurn =
  (turns: Turns): EntryStep =>
  (next) =>
  (arrival) => {
    if (turns.mayStart(arrival.req)) next(arrival);
    else turns.wait(arrival.req, arrival.res, () => next(arrival));
  };

/** Compresses the answer; decides about that once it is known, where middleware does not have the response before. */
export const compress =
  (hasMiddleware: boolean): EntryStep =>
  (next) =>
  (arrival) => {
    if (arrival.from === 'fetch' && !hasMiddleware) prepareLater(arrival.res, compressAnswer);
    else compressAnswer(arrival.req, arrival.res);
    next(arrival);
  };

/** Runs a middleware, which goes on, refuses or answers. */
export const runMiddleware =
  (middleware: Middleware, refuse: Refuse): EntryStep =>
  (next) =>
  (arrival) => {
    let passed = false;
    try {
      const pending: unknown = middleware(arrival.req, arrival.res, (error) => {
        if (passed) return;
        passed = true;
        if (error !== undefined && error !== null) refuse(arrival, error);
        else next(arrival);
      });
      if (isThenable(pending)) pending.then(undefined, (error: unknown) => refuse(arrival, error));
    } catch (error) {
      refuse(arrival, error);
    }
  };
