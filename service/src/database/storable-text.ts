import { z } from 'zod';

/** Text that every database stores unchanged: without NUL, which PostgreSQL rejects, and without lone surrogates. */
export function storableText(minimum: number, maximum?: number) {
  const text = minimum > 0 ? z.string().min(minimum) : z.string();
  return (maximum === undefined ? text : text.max(maximum))
    .refine((value) => !value.includes('\0'), 'must not contain a NUL character')
    .refine((value) => !/\p{Surrogate}/u.test(value), 'must be well-formed Unicode: it has a lone surrogate');
}
