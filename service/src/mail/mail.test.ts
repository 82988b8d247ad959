import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeEmailMail, deletionMail, resetMail, verificationMail } from './account-mails.js';
import { draftName } from '../files/drafts.js';
import { createMailSender } from './mail-module.js';
import type { OutboxSender } from './outbox-sender.js';

let dataDir: string;
const lines: string[] = [];
const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) };

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-mail-'));
  lines.length = 0;
});
afterEach(() => rm(dataDir, { recursive: true }));

const ada = { name: 'Ada', email: 'ada@example.com' };
const url = 'http://localhost:3000/api/auth/verify-email?token=secret-token&callbackURL=%2F';

test('without a mail server a mail is an .eml file that only its owner may read, and the log names it without the link', async () => {
  const sender = createMailSender({ from: 'svc <no-reply@example.com>', dataDir, log });
  await sender.send(verificationMail(ada, url));
  const [name, ...rest] = await readdir(join(dataDir, 'outbox'));
  expect(rest).toEqual([]);
  const file = join(dataDir, 'outbox', name!);
  const content = (await readFile(file, 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(content).toContain('To: ada@example.com');
  expect(content).toContain('Content-Type: text/plain');
  expect(content).toContain('Content-Type: text/html');
  expect(content).toContain(url);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(lines).toEqual([`Mail "Confirm your e-mail address" written to ${file}.`]);
});

test('what a killed sender left in the outbox is removed at the start, and mails stay', async () => {
  const sender = createMailSender({ from: 'svc <no-reply@example.com>', dataDir, log }) as OutboxSender;
  await sender.onInit();
  await sender.send(verificationMail(ada, url));
  const outbox = join(dataDir, 'outbox');
  const mails = await readdir(outbox);
  const dead = spawnSync(process.execPath, ['--version']).pid;
  await writeFile(join(outbox, draftName().replace(/~\d+~/, `~${dead}~`)), 'half a mail');
  await sender.onInit();
  expect(await readdir(outbox)).toEqual(mails);
});

test('every template has its link in both forms and escapes what users wrote', () => {
  const mallory = { name: '<b>Mallory</b>\nClick http://evil.example', email: 'm@example.com' };
  const mails = [
    verificationMail(mallory, url),
    resetMail(mallory, url),
    deletionMail(mallory, url),
    changeEmailMail(mallory, '"<i>@example.com', url),
  ];
  for (const { text, html } of mails) {
    expect(text).toContain(`\n${url}\n`);
    expect(html).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
    expect(html).not.toMatch(/<b>|<i>/);
    expect(text.split('\n')[0]).toContain('Mallory');
    expect(text.split('\n')[0]).toContain('evil.example');
  }
});

test('a very long name does not push the message out of sight', () => {
  const { text } = resetMail({ name: 'x'.repeat(10_000), email: 'x@example.com' }, url);
  expect(text.split('\n')[0]!.length).toBeLessThan(80);
});
