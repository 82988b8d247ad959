import type { Generated } from 'kysely';

/** Table `users`; `search_name` is the name folded by `foldCase`, `tags` is JSON. */
export interface UsersTable {
  readonly id: Generated<number>;
  readonly name: string;
  readonly search_name: string;
  readonly tags: string;
}

export interface UsersTables {
  readonly users: UsersTable;
}
