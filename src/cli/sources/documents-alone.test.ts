import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { capture, fixture } from '../testing/capture-io.js';
import { makeRepository } from '../testing/make-repository.js';

const cwd = fixture('documents');
const read = (name: string) => readFileSync(fixture(`documents/${name}`), 'utf8');
const files = Object.fromEntries(
  ['svc.config.yaml', 'openapi/v1.yaml', 'openapi/v2.yaml', 'openapi/schemas.yaml'].map((name) => [name, read(name)]),
);

describe('a configuration of documents', () => {
  it('lists its operations with their lines', async () => {
    const { code, stdout } = await capture(['routes'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "METHOD  PATH                         VERSION  ACCESS     DEPRECATED  SUNSET      SOURCE
      GET     /health                      neutral  public                             openapi/v2.yaml:9
      GET     /v1/orders                   1        public     2026-06-01  2027-03-01  openapi/v1.yaml:13
      POST    /v1/orders                   1        public     2026-06-01  2027-03-01  openapi/v1.yaml:30
      GET     /v1/orders/{id}              1        public     2026-06-01  2027-03-01  openapi/v1.yaml:45
      DELETE  /v1/orders/{id}              1        public     2026-05-01  2026-12-24  openapi/v1.yaml:57
      GET     /v2/orders                   2        signed-in                          openapi/v2.yaml:16
      POST    /v2/orders                   2        signed-in                          openapi/v2.yaml:33
      GET     /v2/orders/{orderId}         2        signed-in                          openapi/v2.yaml:48
      POST    /v2/orders/{orderId}/refund  2        signed-in                          openapi/v2.yaml:61
      "
    `);
  });

  it('compares its versions, whose paths hold the version', async () => {
    const { stdout } = await capture(['routes', '--matrix'], { cwd });
    expect(stdout).toMatchInlineSnapshot(`
      "METHOD  PATH                      v1  v2
      GET     /health                   +   =
      GET     /orders                   +!  ~
      POST    /orders                   +!  ~
      DELETE  /orders/{id}              +!  .
      GET     /orders/{id}              +!  ~
      POST    /orders/{orderId}/refund  .   +

      + new   = same as the previous version   ~ changed   . absent   ! deprecated
      "
    `);
  });

  it('lists what is deprecated, with the dates of the document and of the configuration', async () => {
    const { stdout } = await capture(['lifecycle'], { cwd });
    expect(stdout).toMatchInlineSnapshot(`
      "STATE    DAYS LEFT  SUNSET      SINCE       VERSION  WHAT                                      LINK                           SOURCE
      leaving  33         2026-12-24  2026-05-01  1        DELETE /v1/orders/{id}                    https://example.com/orders/v2  openapi/v1.yaml:57
      leaving  55         2027-01-15  2026-07-01  1        query parameter "page" of GET /v1/orders                                 openapi/v1.yaml:18
      leaving  72         2027-02-01  2026-06-15  1        property NewOrder.note                                                   openapi/schemas.yaml:6
      leaving  100        2027-03-01  2026-06-01  1        version 1                                 https://example.com/orders/v2
      leaving  100        2027-03-01  2026-06-01  1        GET /v1/orders                            https://example.com/orders/v2  openapi/v1.yaml:13
      leaving  100        2027-03-01  2026-06-01  1        GET /v1/orders/{id}                       https://example.com/orders/v2  openapi/v1.yaml:45
      leaving  100        2027-03-01  2026-06-01  1        POST /v1/orders                           https://example.com/orders/v2  openapi/v1.yaml:30
      "
    `);
  });

  it.each([
    ['check', 'svc check needs a svckit service. svc gate judges documents.'],
    ['serve', 'svc serve needs a svckit service.'],
    ['laws', 'svc laws needs a svckit service.'],
    ['usage', 'svc usage without --log needs a svckit service.'],
    ['retire 1', 'svc retire needs a svckit service.'],
    ['explain GET /health', 'svc explain needs a svckit service.'],
    ['openapi export', 'svc openapi export needs a svckit service.'],
  ])('says that svc %s needs a service', async (line, message) => {
    const { code, stderr } = await capture(line.split(' '), { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`svc.config.yaml describes documents; ${message}`) as string,
    });
  });

  it('is held to its lock files by the gate', async () => {
    const { cwd: folder, commit, git, path, remove } = makeRepository(files);
    onTestFinished(remove);
    const write = (name: string, text: string) => writeFileSync(path(name), text);
    expect((await capture(['openapi', 'lock'], { cwd: folder })).stderr).toBe(
      'Wrote contracts/v1.json and contracts/v2.json.\n',
    );
    commit('lock');
    git(['checkout', '--quiet', '-b', 'change']);
    const open = await capture(['gate', '--base', 'main'], { cwd: folder });
    expect(open.stdout).toContain('The documents compared with contracts/ at main');
    expect(open.stdout).toContain('The gate is open.');
    write('openapi/v2.yaml', read('openapi/v2.yaml').replace('enum: [open, paid, refunded] } }', 'enum: [open] } }'));
    const closed = await capture(['gate', '--base', 'main'], { cwd: folder });
    expect(closed.code).toBe(1);
    expect(closed.stdout).toContain('openapi/v2.yaml:20');
    const check = await capture(['openapi', 'lock', '--check'], { cwd: folder });
    expect({ code: check.code, heading: check.stdout.split('\n')[0] }).toEqual({
      code: 1,
      heading: 'The documents compared with contracts/, as of 2026-11-21',
    });
  });

  it('is not needed: the gate compares a document with itself at the base', async () => {
    const { cwd: folder, git, path, remove } = makeRepository({ 'api.yaml': read('openapi/v2.yaml') });
    onTestFinished(remove);
    const write = (name: string, text: string) => writeFileSync(path(name), text);
    git(['checkout', '--quiet', '-b', 'change']);
    const gate = ['gate', '--document', 'api.yaml', '--base', 'main'];
    expect((await capture(gate, { cwd: folder })).stdout).toMatchInlineSnapshot(`
      "api.yaml compared with itself at main, as of 2026-11-21

        the API  unchanged

      The gate is open.
      "
    `);
    write('api.yaml', read('openapi/v2.yaml').replace('required: [item]', 'required: [item, status]'));
    const { code, stdout } = await capture(gate, { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "api.yaml compared with itself at main, as of 2026-11-21

      Closed: one edit breaks the API.
        1. Undo it, where the lines below say.
        2. Keep the API as promised, and make the new shape part of a new version.
        3. Accept it with an exception in contracts/exceptions.yaml, which svc gate --base main --suggest-exceptions prints.

        the API  breaking

      Contracts
        error    POST /v2/orders: request property "status": became required.  [request-property-became-required]
                 api.yaml:75
                 witness  {"item":""} was accepted and is refused now: must have the property "status"
        info     the revision breaks clients, and the version is still 2.3.0.  [api-version-not-bumped]
                 api.yaml:2

      The gate is closed: 1 error.
      "
    `);
    write('new.yaml', read('openapi/v2.yaml'));
    const fresh = await capture(['gate', '--document', 'new.yaml', '--base', 'main'], { cwd: folder });
    expect(fresh.stdout).toContain('main has no new.yaml, so there are no promises to check yet.');
  });
});
