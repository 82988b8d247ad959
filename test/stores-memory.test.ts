import { describeLifecycleStore } from '../stores/src/testing/lifecycle-store.suite.js';
import { describeUsageStore } from '../stores/src/testing/usage-store.suite.js';
import { MemoryLifecycleStore } from '../src/server/stores/memory-lifecycle-store.js';
import { MemoryUsageStore } from '../src/server/stores/memory-usage-store.js';

describeUsageStore('memory', () => new MemoryUsageStore());

let now = Date.UTC(2026, 0, 1);
describeLifecycleStore(
  'memory',
  () => new MemoryLifecycleStore(() => now),
  (milliseconds) => void (now += milliseconds),
);
