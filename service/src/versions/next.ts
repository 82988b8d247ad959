import type { VersionEntry } from 'svckit';

export const next = [] satisfies VersionEntry['changes'];
