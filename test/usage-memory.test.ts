import { describeUsageStore } from '../service/src/usage/usage-store.suite.js';
import { MemoryUsageStore } from '../src/server/stores/memory-usage-store.js';

describeUsageStore('memory', () => new MemoryUsageStore());
