import { type ContractAnswer, type ContractRequest, sendRequest } from '../../contract/send-request.js';
import type { Context } from '../scenario.js';
import { ServiceProcess, type ServiceProcessOptions } from './service-process.js';
import { Tally } from './tally.js';

export interface OpenedService {
  readonly service: ServiceProcess;
  readonly tally: Tally;
  /** Sends a request and counts its answer. A client of its own has an address of its own. */
  send(request: Omit<ContractRequest, 'headers'> & Partial<ContractRequest>, client?: number): Promise<ContractAnswer>;
  /** Creates an account; resolves to its session token. */
  signUp(email: string, client: number): Promise<string>;
}

export const password = 'correct horse battery';

/** A process of the whole service, and a client of it. */
export async function openService(
  context: Context,
  options: Partial<ServiceProcessOptions> = {},
): Promise<OpenedService> {
  const tally = new Tally();
  const service = await ServiceProcess.start(context, tally, { folder: context.folder, ...options });
  const send: OpenedService['send'] = async (request, client) => {
    const headers = { ...(client === undefined ? {} : { 'x-forwarded-for': addressOf(client) }), ...request.headers };
    const answer = await sendRequest(service.url, { ...request, headers }, { timeoutMs: 15_000 });
    tally.answer(answer.status, answer.text);
    return answer;
  };
  const signUp = async (email: string, client: number) => {
    const body = JSON.stringify({ name: 'Ada', email, password });
    const { status, text } = await send(
      { method: 'POST', path: '/api/auth/sign-up/email', body, headers: { origin: service.url } },
      client,
    );
    if (status !== 200) throw new Error(`Sign-up was answered with ${status}: ${text}`);
    return (JSON.parse(text) as { readonly token: string }).token;
  };
  return { service, tally, send, signUp };
}

/** An address of the network that is kept for tests (RFC 2544). */
export const addressOf = (client: number) => `198.${18 + (client >> 16)}.${(client >> 8) & 255}.${client & 255}`;
