import { Module, provide } from 'svckit';
import { FlakyController } from './flaky-controller.js';
import { FlakyRotation } from './flaky-rotation.js';

@Module({
  controllers: [FlakyController],
  providers: [provide(FlakyRotation, { useFactory: () => new FlakyRotation(2) })],
})
export class FlakyModule {}
