import { Module } from 'svckit';
import { HealthController } from './health-controller.js';
import { HealthRegistry } from './health-registry.js';
import { PartChecks } from './part-checks.js';

@Module({ controllers: [HealthController], providers: [HealthRegistry, PartChecks] })
export class HealthModule {}
