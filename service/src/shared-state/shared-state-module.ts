import { Module } from 'svckit';
import { provideSharedState } from './shared-state.js';

@Module({ providers: [provideSharedState] })
export class SharedStateModule {}
