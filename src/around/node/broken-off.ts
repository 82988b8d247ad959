import { HttpError } from '../../routing/table/http-error.js';

/** The code of the error for a response that its client has left. */
export const closedEarly = 'SVC_CLOSED_EARLY';

/** The error that ends an answer whose client is gone. */
export const clientLeft = (): Error => Object.assign(new Error('The client has left.'), { code: closedEarly });

export const brokenOff = (): HttpError =>
  new HttpError(502, 'The application behind the API broke off its answer.', { code: 'answer-broken-off' });
