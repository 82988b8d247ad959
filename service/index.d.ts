import type { ServiceDefinition } from 'svckit';

declare const service: ServiceDefinition;
export default service;
