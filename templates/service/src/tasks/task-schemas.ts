import { z } from 'zod';

// The newest shapes, which handlers use. The changes of src/versions make the older ones from them.
const title = z.string().min(1).max(200);
const status = z.enum(['open', 'done']);

export const Task = z
  .object({ id: z.int().min(1), title, status })
  .meta({ id: 'Task', description: 'Something to do.' });

export const NewTask = z.object({ title, status: status.default('open') }).meta({ id: 'NewTask' });

export const TaskPage = z.object({ items: z.array(Task), total: z.int().min(0) }).meta({ id: 'TaskPage' });

export const TaskId = z.object({ id: z.int().min(1) });
