import { defineVersions } from 'svckit';
import { v2 } from './versions/2.js';
import { next } from './versions/next.js';

/** The versions of the API. Handlers are written for what is not released yet; each older one is made from it by changes. */
export const versions = defineVersions([{ version: '1', released: '2026-03-02' }, v2], { next });
