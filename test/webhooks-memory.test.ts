import { memoryWebhookStore } from 'svckit/webhooks';
import { describeWebhookStore } from '../stores/src/testing/webhook-store.suite.js';

describeWebhookStore('memory', memoryWebhookStore);
