import { ApiDoc, Controller, Get, inject, type Input, Post, type RouteSchemas, Version } from 'svckit';
import { NewTask, Task, TaskId, TaskPage } from './task-schemas.js';
import { TaskStore } from './task-store.js';

const list = { response: { 200: TaskPage } } satisfies RouteSchemas;
const one = { params: TaskId, response: { 200: Task, 404: null } } satisfies RouteSchemas;
const create = { body: NewTask, response: { 201: Task } } satisfies RouteSchemas;

@ApiDoc({ tags: ['Tasks'] })
@Controller('tasks', { version: '2' })
export class TasksController {
  readonly #tasks = inject(TaskStore);

  @ApiDoc({ summary: 'List the tasks' })
  @Get('', list)
  list() {
    const items = [...this.#tasks.all()];
    return { items, total: items.length };
  }

  @ApiDoc({ summary: 'Read a task' })
  @Version(['1', '2'])
  @Get(':id', one)
  one({ params }: Input<typeof one>) {
    return this.#tasks.find(params.id);
  }

  @ApiDoc({ summary: 'Add a task' })
  @Version(['1', '2'])
  @Post('', create)
  create({ body }: Input<typeof create>) {
    return this.#tasks.add(body.title);
  }
}
