import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from '../../contract/send-request.js';
import { floods } from '../lab/floods.js';

// Floods a service from a process of its own, so that the clients whose time is measured share no event loop with it.
const [origin = ''] = process.argv.slice(2);

/** Milliseconds after which a refused request is followed by the next: without a pause, the client itself takes the processors. */
const pauseMs = 100;

let stop: (() => Promise<void>) | null = null;

process.on('message', (name: string | null) => {
  void (stop?.() ?? Promise.resolve()).then(() => {
    stop = name === null ? null : begin(name);
    process.send!(null);
  });
});
process.on('disconnect', () => process.exit());

function begin(name: string): () => Promise<void> {
  const { connections, request } = floods.find((flood) => flood.name === name)!;
  const agent = new Agent({ keepAlive: true });
  let [sent, over] = [0, false];
  const client = async () => {
    while (!over) {
      try {
        const { status, text } = await sendRequest(origin, request((sent += 1)), { agent });
        process.send!({ status, text: status < 500 ? '' : text });
        if (status >= 400) await sleep(pauseMs);
      } catch (error) {
        if (!over) process.send!({ error: String(error) });
      }
    }
  };
  const clients = Promise.all(Array.from({ length: connections }, client));
  return async () => {
    over = true;
    agent.destroy();
    await clients;
  };
}
