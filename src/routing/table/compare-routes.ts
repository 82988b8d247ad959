import type { Method, Route } from './route.js';
import { compareVersions } from '../versioning/versions.js';

const methods: Readonly<Record<Method, number>> = { GET: 0, HEAD: 1, POST: 2, PUT: 3, PATCH: 4, DELETE: 5, OPTIONS: 6 };

/** By path, then method, then version, unversioned first. */
export function compareRoutes(a: Route, b: Route): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  if (a.method !== b.method) return methods[a.method] - methods[b.method];
  if (a.version === null || b.version === null) return Number(a.version !== null) - Number(b.version !== null);
  return compareVersions(a.version, b.version);
}
