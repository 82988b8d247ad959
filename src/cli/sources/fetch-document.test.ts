import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture, fixture } from '../testing/capture-io.js';
import { fetchDocument } from './fetch-document.js';

const api = (reference: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1.0.0' },
    paths: { '/pets': { $ref: reference } },
  });
const whole = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  paths: { '/pets': { get: { responses: { 200: { description: 'Pets.' } } } } },
});

const answers: Readonly<Record<string, RequestListener>> = {
  '/openapi.json': (_, res) => res.end(whole),
  '/empty.json': (_, res) => res.end(whole.replace('"/pets"', '"/dogs"')),
  '/moved': (_, res) => res.writeHead(302, { location: '/openapi.json' }).end(),
  '/loop': (_, res) => res.writeHead(301, { location: '/loop' }).end(),
  '/elsewhere': (_, res) => res.writeHead(302, { location: 'https://other.example/openapi.json' }).end(),
  '/plain': (_, res) => res.writeHead(302, { location: 'http://pets.example/openapi.json' }).end(),
  '/file': (_, res) => res.writeHead(302, { location: 'file:///etc/hostname' }).end(),
  '/nonsense': (_, res) => res.writeHead(302, { location: 'http://' }).end(),
  '/page': (_, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Pets</title>'),
  '/nothing': (_, res) => res.end(),
  '/private': (_, res) => res.writeHead(401).end(),
  '/broken': (_, res) => res.end('{"openapi":'),
  '/cut': (_, res) => {
    res.writeHead(200, { 'content-length': '1000' });
    res.write('{', () => res.destroy());
  },
  '/large': (_, res) => res.end(Buffer.alloc(11 * 1024 * 1024, 0x20)),
  '/slow': () => undefined,
  '/drips': (req, res) => {
    const drip = setInterval(() => res.write(' '), 1);
    req.socket.on('close', () => clearInterval(drip));
  },
  '/refers': (_, res) => res.end(api('/pets.json')),
  '/refers-to-file': (_, res) => res.end(api('file:///etc/hostname')),
  '/names-itself': (_, res) =>
    res.end(api('pets.json').replace('"openapi":', '"$self":"https://pets.example/openapi.json","openapi":')),
};

let server: Server;
let home: string;
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((req, res) => {
    asked.push(req.url!);
    const answer = answers[req.url!];
    if (answer) answer(req, res);
    else res.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const diff = (...argv: readonly string[]) => capture(['diff', ...argv], { cwd: fixture('') });

describe('svc diff of URLs', () => {
  it('compares documents at URLs, after redirects on the same host', async () => {
    const { code, stdout, stderr } = await diff(`${home}/openapi.json`, `${home}/empty.json#part`);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain('[api-path-removed-without-deprecation]');
    expect(await diff(`${home}/moved`, `${home}/openapi.json`)).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['/missing', '/missing answers 404 Not Found. Check the URL.\n'],
    [
      '/private',
      '/private answers 401 Unauthorized. If it needs other means, save the document as a file, or pipe it in as -.\n',
    ],
    ['/page', '/page answers with a web page. Name the URL of the OpenAPI document itself.\n'],
    ['/nothing', '/nothing answers with an empty document. Check the URL.\n'],
    ['/broken', '/broken:1 is not valid JSON: '],
    ['/large', '/large answers with more than 10 MB. Save the document as a file, and name the file.\n'],
    ['/loop', '/loop redirects more than 5 times. Name the last URL.\n'],
    ['/nonsense', '/nonsense redirects to "http://", which is not a URL.\n'],
    [
      '/elsewhere',
      '/elsewhere redirects to another host, https://other.example. If you trust it, name that URL: https://other.example/openapi.json\n',
    ],
    ['/plain', '/plain redirects to another host, http://pets.example. '],
    ['/file', '/file redirects to another host, file:. '],
    ['/cut', '/cut cannot be reached: '],
    ['/refers', ': $ref "/pets.json" cannot be resolved: svc does not fetch the URL of a reference.'],
    [
      '/refers-to-file',
      ': $ref "file:///etc/hostname" cannot be resolved: file:///etc/hostname is not read for a document at a URL.',
    ],
    ['/names-itself', ': $ref "pets.json" cannot be resolved: http'],
  ])('refuses %s', async (path, message) => {
    const { code, stdout, stderr } = await diff(`${home}${path}`, `${home}/openapi.json`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(asked).not.toContain('/pets.json');
  });

  it.each([
    [
      'http://pets.example/a.json',
      'http://pets.example/a.json is not encrypted. Use https, or http for this machine alone. ',
    ],
    ['http://127.0.0.1.pets.example/a.json', 'is not encrypted.'],
    ['ftp://pets.example/a.json', 'ftp://pets.example/a.json is not an https URL. If it needs other means, '],
    ['file:///a.json', 'file:///a.json is not an https URL.'],
    [
      'https://ada:secret@pets.example/a.json',
      'The URL of pets.example has a user name or a password, which logs would show. ',
    ],
    ['https://', 'https:// is not a URL. Use one such as https://example.com/openapi.json.\n'],
    ['http://127.0.0.1:1/a.json', 'http://127.0.0.1:1/a.json cannot be reached: '],
  ])('refuses %s without asking it', async (address, message) => {
    const { code, stdout, stderr } = await diff(address, address);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('secret');
  });

  it.each(['/slow', '/drips'])('waits for a limited time for all of %s', async (path) => {
    await expect(fetchDocument(`${home}${path}`, { milliseconds: 50 })).rejects.toThrow(
      `${home}${path} did not answer within 0.05 seconds. `,
    );
  });
});
