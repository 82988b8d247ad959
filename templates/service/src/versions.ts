import { defineVersions } from 'svckit';
import { v2 } from './versions/2.js';
import { next } from './versions/next.js';

/** Oldest first. To add a version: change the schemas and handlers, declare in versions/next.ts what changed, and run svc release <version>. */
export const versions = defineVersions(
  [{ version: '1', deprecated: { since: '{{since}}', sunset: '{{sunset}}' } }, v2],
  { next },
);
