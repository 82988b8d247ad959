import type { Io, StopRequest } from '../io.js';

/** A process that ends by a signal answers 128 and the signal's number. */
const stopCodes: Readonly<Record<StopRequest, number>> = { SIGINT: 130, SIGTERM: 143, stop: 0 };

/** Resolves with the first request to stop, after `stop` has done its work; a second signal ends the process at once. */
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
