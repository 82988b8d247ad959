import { describeValue, isText } from './read-arguments.js';
import { Refusal } from './refusal.js';

/**
 * Refuses a request of an older version, in the `up` of a change: `refuse(400, 'A name of two words is needed.', { member: 'name' })` is answered
 * with these problem details. `member` is a path in what `up` got, such as `address.city`, or `body.name` in the `up` of an operation. Throws a
 * TypeError for a status that is no 4xx: every other error of a change is a 500.
 */
export function refuse(status: number, detail: string, options: { readonly member?: string } = {}): never {
  const { member } = options;
  const example = "refuse(400, 'A name of two words is needed.', { member: 'name' })";
  if (!Number.isInteger(status) || status < 400 || status > 499)
    throw new TypeError(
      `refuse(): ${describeValue(status)} is no status of a refused request. Write one from 400 to 499: ${example}.`,
    );
  if (!isText(detail)) throw new TypeError(`refuse() needs a sentence for the client, such as ${example}.`);
  if (member !== undefined && !isText(member))
    throw new TypeError(`refuse(): member is ${describeValue(member)}. Write a path such as 'address.city'.`);
  const path = member === undefined ? [] : member.split('.');
  throw new Refusal([{ path, message: detail, code: 'refused' }], [], { status, detail });
}
