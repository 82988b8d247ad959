import { HttpError } from 'svckit';
import type { z } from 'zod';
import type { NewTask, Task } from './task-schemas.js';

type TaskRecord = Readonly<z.infer<typeof Task>>;

/** Keeps tasks in memory. Replace it with your database. */
export class TaskStore {
  readonly #tasks = new Map<number, TaskRecord>();

  all(): readonly TaskRecord[] {
    return [...this.#tasks.values()];
  }

  find(id: number): TaskRecord {
    const task = this.#tasks.get(id);
    if (!task) throw new HttpError(404, `Unknown task ${id}.`);
    return task;
  }

  add(task: z.output<typeof NewTask>): TaskRecord {
    const added = Object.freeze({ id: this.#tasks.size + 1, ...task });
    this.#tasks.set(added.id, added);
    return added;
  }
}
