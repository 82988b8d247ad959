/** Something that waits for the end of a round. */
export interface Waiting {
  endRound(): void;
}

let waiting: Waiting[] = [];

/** Calls `endRound` when a round of the event loop has brought what has arrived: by then most answers are whole. */
export function atEndOfRound(one: Waiting): void {
  if (waiting.push(one) > 1) return;
  setImmediate(() => {
    const due = waiting;
    waiting = [];
    for (const each of due) each.endRound();
  });
}
