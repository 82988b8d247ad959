import { Module } from 'svckit';
import { HealthController } from './health-controller.js';
import { TaskStore } from './tasks/task-store.js';
import { TasksController } from './tasks/tasks-controller.js';
import { TasksV1Controller } from './tasks/tasks-v1-controller.js';

@Module({
  controllers: [TasksV1Controller, TasksController, HealthController],
  providers: [TaskStore],
})
export class AppModule {}
