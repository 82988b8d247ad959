import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface SwiftServer {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly stop: () => Promise<void>;
}

/** Starts an S3 server that verifies signatures. Throws the message of the script if it cannot. */
export async function startSwift(): Promise<SwiftServer> {
  const child = spawn('bash', [fileURLToPath(new URL('./start.sh', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const complaints: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  const stop = () => stopServer(child);
  for await (const line of createInterface({ input: child.stdout })) return { ...JSON.parse(line), stop };
  await stop();
  throw new Error(`The S3 server for this suite did not start:\n${Buffer.concat(complaints)}`);
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
