import { Controller, Get, type Input, Module, Put } from 'svckit';
import { z } from 'zod';

/** Where a test and the handlers meet. */
export interface Desk {
  received: unknown[];
  answer: (() => unknown) | null;
  failure?: unknown;
}

/** What a world's operations take and answer in its newest version. */
export function operationsOf(root: z.ZodType, query: z.ZodType, answers: boolean) {
  const answer = answers ? root : z.int();
  return {
    send: { body: root, response: { 204: null } },
    search: { query, response: { 204: null } },
    read: { response: { 200: answer, 409: z.object({ status: z.int(), held: answer }) } },
  } as const;
}

/** The handlers of a world, which know its newest version only. */
export function handlersOf({ send, search, read }: ReturnType<typeof operationsOf>, desk: Desk) {
  @Controller('things')
  class Receiving {
    @Put('', send) send({ body }: Input<typeof send>) {
      desk.received.push(body);
    }
    @Get('search', search) search({ query: found }: Input<typeof search>) {
      desk.received.push(found);
    }
  }

  @Controller('things')
  class Answering {
    @Get('one', read) read() {
      return desk.answer!() as never;
    }
  }

  @Module({ controllers: [Receiving, Answering] })
  class Root {}

  return { Root, controllers: { send: Receiving, read: Answering } };
}
