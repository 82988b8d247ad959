import { randomUUID } from 'node:crypto';

const JOB_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export function newJobId(): string {
  return randomUUID();
}

/** Whether a queue can have assigned this id; other ids are not looked up (they may be internal keys of the queue). */
export function isJobId(id: string): boolean {
  return JOB_ID.test(id);
}
