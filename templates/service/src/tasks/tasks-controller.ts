import { ApiDoc, Controller, Get, inject, type Input, Post, type RouteSchemas } from 'svckit';
import { NewTask, Task, TaskId, TaskPage } from './task-schemas.js';
import { TaskStore } from './task-store.js';

const list = { response: { 200: TaskPage } } satisfies RouteSchemas;
const one = { params: TaskId, response: { 200: Task, 404: null } } satisfies RouteSchemas;
const create = { body: NewTask, response: { 201: Task } } satisfies RouteSchemas;

/** Written for the newest version, and served in every one. */
@ApiDoc({ tags: ['Tasks'] })
@Controller('tasks')
export class TasksController {
  readonly #tasks = inject(TaskStore);

  @ApiDoc({ summary: 'List the tasks' })
  @Get('', list)
  list() {
    const items = [...this.#tasks.all()];
    return { items, total: items.length };
  }

  @ApiDoc({ summary: 'Read a task' })
  @Get(':id', one)
  one({ params }: Input<typeof one>) {
    return this.#tasks.find(params.id);
  }

  @ApiDoc({ summary: 'Add a task' })
  @Post('', create)
  create({ body }: Input<typeof create>) {
    return this.#tasks.add(body);
  }
}
