import { randomUUID } from 'node:crypto';

const JOB_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export function newJobId(): string {
  return randomUUID();
}

/** Whether a queue can have given this id; anything else is not worth a look (and may be a key of the queue's own). */
export function isJobId(id: string): boolean {
  return JOB_ID.test(id);
}
