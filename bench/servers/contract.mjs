import { z } from 'zod';

/** What every server answers, so that all of them do the same work. */
export const hello = 'Hello, World!';
export const message = () => ({ message: hello });
export const user = (id) => ({ id, name: `User ${id}` });

export const NewUser = z.object({
  name: z.string().min(1).max(40),
  email: z.email(),
  age: z.number().int().min(0).max(150),
  tags: z.array(z.object({ label: z.string().min(1) })).max(10),
});

export const accepted = ({ name, email, age, tags }) => ({ name, email, age, tags: tags.length });

/** Tells the runner where the server is. */
export function announce(port) {
  process.stdout.write(`${port}\n`);
}
