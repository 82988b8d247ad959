import { change, reshape, type VersionEntry } from 'svckit';
import { z } from 'zod';
import { NewTask, Task } from './2.shapes.js';

const taskStatus = change({
  title: 'A task has a status',
  description: '`done: false` is now `status: "open"`, and `done: true` is `status: "done"`.',
  schemas: [
    // What handlers answer goes down to the older shape.
    reshape(Task, {
      before: Task.omit({ status: true }).extend({ done: z.boolean() }),
      down: ({ status, ...task }) => ({ ...task, done: status === 'done' }),
    }),
    // What older clients send goes up to the newer one.
    reshape(NewTask, {
      before: NewTask.omit({ status: true }).extend({ done: z.boolean().default(false) }),
      up: ({ done, ...task }) => ({ ...task, status: done ? 'done' : 'open' }),
    }),
  ],
});

export const v2 = { version: '2', released: '{{since}}', changes: [taskStatus] } satisfies VersionEntry;
