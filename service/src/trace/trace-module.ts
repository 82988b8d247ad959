import { Module } from 'svckit';
import { TraceController } from './trace-controller.js';

@Module({ controllers: [TraceController] })
export class TraceModule {}
