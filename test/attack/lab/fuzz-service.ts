import { spawnSync } from 'node:child_process';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { ContractDocument, type ContractOperation } from '../../contract/contract-document.js';
import { type ContractRequest, sendRequest } from '../../contract/send-request.js';
import type { Context, Outcome } from '../scenario.js';
import { numbersBetween, valuesOf } from './chance.js';
import { hostileRequests } from './hostile-requests.js';
import { openService } from './open-service.js';

interface Target {
  readonly operation: ContractOperation;
  readonly isMounted: boolean;
  readonly requests: Generator<ContractRequest, never>;
}

const versions = ['1', '2'];
const clients = 16;

/** Sends hostile requests to every operation of every version; whatever they hold, the documents declare the answer. */
export async function fuzzService(
  context: Context,
  { settings, count }: { readonly settings: Readonly<Record<string, string>>; readonly count: number },
): Promise<Outcome> {
  const own = { DATA_DIR: context.folder, JOBS_WORKER: 'false', ...settings };
  const { service, tally, send, signUp } = await openService(context, { settings: own });
  const admin = await signUp('admin@example.com', 1);
  for (const role of ['admin', 'editor']) grantRole(context, own, role);
  const targets = await targetsOf(context.seed, async (version) => {
    const { text } = await send({ method: 'GET', path: `/api/openapi.json?version=${version}` });
    return new ContractDocument(text);
  });

  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  context.onEnd(() => agent.destroy());
  const picks = numbersBetween(0, targets.length - 1, context.seed);
  const addresses = numbersBetween(2, 60, context.seed + 1);
  const statuses = new Map<number, number>();
  let sent = 0;
  let account = '';
  const client = async () => {
    while (sent < count) {
      if (sent % 500 === 0) {
        context.progress(sent, count);
        sent += 1;
        // Accounts of requests to /api/auth end: by signing out, by a new password, by deletion.
        account = await signUp(`fuzz${sent}@example.com`, 1_000 + sent);
      }
      sent += 1;
      const { operation, isMounted, requests } = targets[picks.next().value]!;
      const request = requests.next().value;
      const headers = {
        origin: service.url,
        'x-forwarded-for': `198.51.100.${addresses.next().value}`,
        authorization: `Bearer ${isMounted ? account : admin}`,
        ...request.headers,
      };
      const declared = Object.keys(operation.responses)
        .map(Number)
        .filter((status) => status > 500);
      try {
        const answer = await sendRequest(service.url, { ...request, headers }, { agent, timeoutMs: 60_000 });
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const shown = `${request.method} ${request.path.slice(0, 200)} ${request.body?.slice(0, 200) ?? ''} ${answer.text}`;
        tally.answer(answer.status, shown, declared);
      } catch (error) {
        tally.unanswered();
        const shown = `${request.method} ${request.path.slice(0, 200)} ${JSON.stringify(request.headers).slice(0, 300)}`;
        tally.lost(1, `request without an answer (${String(error)}): ${shown}`);
        if (!service.running) throw new Error(`The process ended: ${service.log.slice(-2_000)}`, { cause: error });
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const { status } = await send({ method: 'GET', path: '/api/health/ready' });
  tally.expect(status === 200, `the service is not ready afterwards: ${status}`);
  const operations = new Set(targets.map(({ operation }) => operation.operationId)).size;
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([code, times]) => `${times} × ${code}`);
  return tally.outcome(`${operations} operations of ${versions.length} versions: ${counts.join(', ')}`);
}

async function targetsOf(seed: number, documentOf: (version: string) => Promise<ContractDocument>): Promise<Target[]> {
  const targets: Target[] = [];
  for (const version of versions) {
    const document = await documentOf(version);
    for (const operation of document.operations) {
      const isMounted = operation.path.startsWith('/api/auth/');
      if (isMounted && version !== versions[0]) continue;
      const headers = { 'x-api-version': version };
      const requests = valuesOf(hostileRequests(operation, document, headers), seed + targets.length);
      targets.push({ operation, isMounted, requests });
    }
  }
  return targets;
}

function grantRole(context: Context, settings: Readonly<Record<string, string>>, role: string): void {
  const args = ['users', 'grant', 'admin@example.com', role, '--unverified', '--demo'];
  const { status, stderr } = spawnSync(process.execPath, [join(context.repository, 'bin/svc.mjs'), ...args], {
    cwd: context.folder,
    env: { PATH: context.env['PATH'], ...settings },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The role ${role} was not granted: ${stderr}`);
}
