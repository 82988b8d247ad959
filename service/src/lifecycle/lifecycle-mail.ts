import type { LifecycleEvent } from 'svckit';
import type { Mail } from '../mail/mail.js';
import { renderMail } from '../mail/render-mail.js';

/** Informs a consumer of what happens to the operations that they call. */
export function lifecycleMail(
  { name, email }: { readonly name: string; readonly email: string },
  event: LifecycleEvent,
  operations: readonly string[],
): Mail {
  const { kind, at, until, sunset, successor, link } = event;
  const subject = subjectOf(event);
  const end = sunset === null ? '' : ` It goes away on ${day(sunset)}.`;
  const what =
    kind === 'sunset'
      ? `${subject} goes away on ${day(at)}, and your account still calls it: ${operations.join(', ')}.`
      : `${subject} does not answer from ${time(at)} to ${time(until!)}, and your account still calls it: ${operations.join(', ')}.${end}`;
  return renderMail(
    email,
    kind === 'sunset' ? `${subject} goes away on ${day(at)}` : `${subject} pauses on ${day(at)}`,
    {
      greeting: name,
      before: [what, ...(successor === null ? [] : [`Use version ${successor} instead.`])],
      ...(link !== null && /^https?:/.test(link) && { action: 'Read how to move', url: link }),
      after: ['GET /api/usage/mine lists your deprecated calls.'],
    },
  );
}

export const subjectOf = ({ version }: LifecycleEvent) =>
  version === null ? 'A part of the API' : `Version ${version} of the API`;

const day = (iso: string) => iso.slice(0, 10);
const time = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;
