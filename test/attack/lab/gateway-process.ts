import type { Context } from '../scenario.js';
import { RawConnection } from './raw-connection.js';
import { ServiceProcess } from './service-process.js';
import type { Tally } from './tally.js';

/** A process that gives version 1 to an upstream which knows version 2 only; see programs/gateway.ts. */
export function startGateway(context: Context, tally: Tally, upstream: string): Promise<ServiceProcess> {
  const program = `${context.repository}test/attack/programs/gateway.ts`;
  const command = [`${context.repository}bin/svc.mjs`, 'serve', program, '--port', '0'];
  return ServiceProcess.start(context, tally, { folder: context.folder, command, settings: { UPSTREAM: upstream } });
}

/** What a gateway answers to one request on a connection of its own. */
export interface RawAnswer {
  /** 0 where there was none. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** Everything that came, as latin1. */
  readonly text: string;
  readonly closed: boolean;
}

/** Writes a request, and reads until its connection ends or the time is over. */
export async function askRaw(url: string, bytes: string | Uint8Array, milliseconds = 10_000): Promise<RawAnswer> {
  const connection = (await RawConnection.open(url)).write(bytes);
  const text = await connection.readUntil(() => false, milliseconds);
  const { closed } = connection;
  connection.destroy();
  const final = text.replace(/^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)+/, '');
  const end = final.indexOf('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(final)?.[1] ?? 0),
    head: end === -1 ? final : final.slice(0, end),
    body: end === -1 ? '' : final.slice(end + 4),
    text,
    closed,
  };
}

/** The head of a request whose connection ends with its answer. */
export const requestHead = (line: string, ...fields: readonly string[]): string =>
  `${[`${line} HTTP/1.1`, 'Host: books.test', 'Connection: close', ...fields].join('\r\n')}\r\n\r\n`;
