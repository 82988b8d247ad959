import { ApiDoc, Controller, Deprecated, Get, inject, type RouteSchemas } from 'svckit';
import { z } from 'zod';
import { TaskStore } from './task-store.js';

const list = { response: { 200: z.array(z.string()) } } satisfies RouteSchemas;

/** What version 2 changed: a list of titles became a page of tasks. */
@ApiDoc({ tags: ['Tasks'] })
@Controller('tasks', { version: '1' })
export class TasksV1Controller {
  readonly #tasks = inject(TaskStore);

  @Deprecated({ since: '{{since}}', sunset: '{{sunset}}' })
  @ApiDoc({ summary: 'List the titles of the tasks', description: 'Version 2 answers whole tasks.' })
  @Get('', list)
  list() {
    return this.#tasks.all().map(({ title }) => title);
  }
}
