import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly content: string;
}

/** A mail server that records the mails it receives, and refuses those to some addresses. */
export async function startMailServer(
  users?: Readonly<Record<string, string>>,
  refused: ReadonlySet<string> = new Set(),
) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: users === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username = '', password }, _session, callback) =>
      users?.[username] === password
        ? callback(null, { user: username })
        : callback(new Error('Wrong user or password')),
    onRcptTo: ({ address }, _session, callback) =>
      callback(refused.has(address) ? Object.assign(new Error('Mailbox unavailable'), { responseCode: 451 }) : null),
    onData(stream, { envelope, user }, callback) {
      let content = '';
      stream.on('data', (chunk) => {
        content += String(chunk);
      });
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          user: user as string | undefined,
          content: content.replaceAll('=\r\n', '').replaceAll('=3D', '='),
        });
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { received, port: (server.server.address() as AddressInfo).port };
}
