import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsOf } from '../documents/apps.js';
import { runs } from '../property-runs.js';
import { ContractDocument } from './contract-document.js';
import { hostileRequests } from './hostile-requests.js';
import { sendRequest } from './send-request.js';
import { databases, startBundled } from './start-bundled.js';

describe.each(databases)('the bundled service on %s', (database) => {
  let service: Awaited<ReturnType<typeof startBundled>>;
  beforeAll(async () => {
    service = await startBundled(database);
  });
  afterAll(() => service?.close());

  it('refuses what it cannot take, whatever the bytes and wherever they are', async () => {
    const failed: string[] = [];
    for (const { version, text } of await documentsOf('bundled')) {
      const document = new ContractDocument(text);
      // The routes of accounts are the same in every document; the upstream fails on purpose.
      const own = version === null ? /^\/api\/auth\// : /^\/api\/(?!auth\/|upstream\/)/;
      for (const operation of document.operations.filter(({ path }) => own.test(path))) {
        await service.keepSignedIn();
        for (const request of fc.sample(hostileRequests(operation, document, service.headers), runs(24))) {
          const { status, text: answer } = await sendRequest(service.url, request);
          if (status >= 500 && !(status === 503 && answer.includes('images-busy')))
            failed.push(
              `${operation.operationId} ${status} ${JSON.stringify(request).slice(0, 300)} ${answer.slice(0, 200)}`,
            );
        }
      }
    }
    expect(failed).toEqual([]);
    expect(service.log.filter((line) => line.startsWith('Requests are not counted'))).toEqual([]);
  });
});
