import { z } from 'zod';

export const Task = z
  .object({
    id: z.int().min(1),
    title: z.string().min(1).max(200),
    done: z.boolean(),
  })
  .meta({ id: 'Task', description: 'Something to do.' });

export const NewTask = z.object({ title: z.string().min(1).max(200) }).meta({ id: 'NewTask' });

export const TaskPage = z.object({ items: z.array(Task), total: z.int().min(0) }).meta({ id: 'TaskPage' });

export const TaskId = z.object({ id: z.int().min(1) });
