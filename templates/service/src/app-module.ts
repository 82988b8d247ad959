import { Module } from 'svckit';
import { HealthController } from './health-controller.js';
import { TaskStore } from './tasks/task-store.js';
import { TasksController } from './tasks/tasks-controller.js';

@Module({
  controllers: [TasksController, HealthController],
  providers: [TaskStore],
})
export class AppModule {}
