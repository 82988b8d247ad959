import { HealthModule, Module } from 'svckit';
import { TaskStore } from './tasks/task-store.js';
import { TasksController } from './tasks/tasks-controller.js';

@Module({
  imports: [HealthModule],
  controllers: [TasksController],
  providers: [TaskStore],
})
export class AppModule {}
