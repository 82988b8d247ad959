import { Module } from 'svckit';
import { LimitsController } from './limits-controller.js';

@Module({ controllers: [LimitsController] })
export class LimitsModule {}
