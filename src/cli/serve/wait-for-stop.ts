import type { Io, StopRequest } from '../io.js';

/** The exit code of a process that a signal ends: 128 plus the number of the signal. */
const stopCodes: Readonly<Record<StopRequest, number>> = { SIGINT: 130, SIGTERM: 143, stop: 0 };

/** Resolves to the first request to stop, after `stop`; a second signal exits immediately. */
export async function waitForStop(
  io: Io,
  stop: () => Promise<void>,
  kill: () => void = () => {},
): Promise<StopRequest> {
  let forget = () => {};
  const asked = new Promise<StopRequest>((resolve) => {
    let count = 0;
    forget = io.onStop((request) => {
      if (request !== 'stop') count += 1;
      resolve(request);
      if (count < 2) return;
      kill();
      io.exit(stopCodes[request]);
    });
  });
  const request = await asked;
  try {
    await stop();
  } finally {
    forget();
  }
  return request;
}
