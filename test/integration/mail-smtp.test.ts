import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openTestAccounts } from '../../service/src/testing/open-test-accounts.js';
import { resetMail } from '../../service/src/mail/account-mails.js';
import { createMailSender } from '../../service/src/mail/mail-module.js';
import { startMailServer } from './start-mail-server.js';

function collectLog() {
  const lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  return { lines, log: { info: note, warn: note } };
}

it('mails reach the mail server as text and HTML, and their link works', async () => {
  const { received, port } = await startMailServer();
  const { lines, log } = collectLog();
  const mailSender = createMailSender({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Accounts <accounts@example.com>',
    dataDir: '/nowhere',
    log,
  });
  const accounts = await openTestAccounts({ mailSender });
  onTestFinished(() => accounts.close());
  await accounts.signUp('ada@example.com');
  await expect.poll(() => received.length).toBe(1);
  const [mail] = received;
  expect(mail).toMatchObject({ from: 'accounts@example.com', to: ['ada@example.com'] });
  expect(mail!.content).toContain('Subject: Confirm your e-mail address');
  expect(mail!.content).toContain('Content-Type: text/plain');
  expect(mail!.content).toContain('Content-Type: text/html');
  const link = new URL(/https?:\/\/\S+/.exec(mail!.content)![0]);
  expect((await accounts.get(`${link.pathname.replace('/api/auth', '')}${link.search}`)).status).toBe(302);
  expect(
    (await accounts.post('/sign-in/email', { email: 'ada@example.com', password: 'correct horse battery' })).body,
  ).toMatchObject({ user: { emailVerified: true } });
  expect(lines).toEqual(['Mail "Confirm your e-mail address" sent.']);
});

it('the address may carry a user and a password', async () => {
  const { received, port } = await startMailServer({ 'mailer@example.com': 'p@ss word' });
  const { log } = collectLog();
  const url = `smtp://${encodeURIComponent('mailer@example.com')}:${encodeURIComponent('p@ss word')}@127.0.0.1:${port}`;
  const sender = createMailSender({ smtpUrl: url, from: 'accounts@example.com', dataDir: '/nowhere', log });
  onTestFinished(() => sender.close());
  await sender.send(resetMail({ name: 'Ada', email: 'ada@example.com' }, 'https://example.com/reset'));
  expect(received).toMatchObject([{ user: 'mailer@example.com', to: ['ada@example.com'] }]);
  const wrong = createMailSender({
    smtpUrl: `smtp://mailer%40example.com:wrong@127.0.0.1:${port}`,
    from: 'accounts@example.com',
    dataDir: '/nowhere',
    log,
  });
  onTestFinished(() => wrong.close());
  await expect(
    wrong.send(resetMail({ name: 'Ada', email: 'ada@example.com' }, 'https://example.com/reset')),
  ).rejects.toThrow();
});

it('a mail server that is down is logged and does not change the answer', async () => {
  const placeholder = createServer().listen(0, '127.0.0.1');
  await once(placeholder, 'listening');
  const { port } = placeholder.address() as AddressInfo;
  placeholder.close();
  await once(placeholder, 'close');
  const { log } = collectLog();
  const mailSender = createMailSender({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'accounts@example.com',
    dataDir: '/nowhere',
    log,
  });
  const accounts = await openTestAccounts({ mailSender });
  onTestFinished(() => accounts.close());
  await accounts.signUp('ada@example.com');
  const known = await accounts.post('/request-password-reset', { email: 'ada@example.com' });
  const unknown = await accounts.post('/request-password-reset', { email: 'nobody@example.com' });
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  await expect.poll(() => accounts.log.filter((line) => line.includes('was not delivered')).length).toBe(2);
  expect(accounts.log.join()).not.toContain('token=');
});
