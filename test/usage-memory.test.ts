import { describeUsageStore } from '../stores/src/testing/usage-store.suite.js';
import { MemoryUsageStore } from '../src/server/stores/memory-usage-store.js';

describeUsageStore('memory', () => new MemoryUsageStore());
