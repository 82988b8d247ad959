/** What a callback may return now or later. */
export type Awaitable<T> = T | Promise<T>;
