import { frozen } from 'svckit';
import { z } from 'zod';

// The shapes as version 2 has them, which svc release writes. They stay as they are.
export const NewTask = frozen(
  'NewTask',
  z.object({ title: z.string().min(1).max(200), status: z.enum(['open', 'done']).default('open') }),
);

export const Task = frozen(
  'Task',
  z.object({ id: z.int().min(1), title: z.string().min(1).max(200), status: z.enum(['open', 'done']) }),
);
