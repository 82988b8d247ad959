import type { z } from 'zod';
import { createApp } from '../../server/create-app.js';
import { Module } from '../../wiring/module.js';
import { Idempotent } from '../../routing/declare/decorators.js';
import type { Input } from '../../routing/declare/route-schemas.js';
import { Controller, Post } from '../../routing/declare/verbs.js';
import { change } from '../change.js';
import { defineVersions, type VersionEntry } from '../define-versions.js';
import type { Reshape } from '../reshape.js';

/** A version with one change, which has the title `Version 2`. */
export const entry = (version: string, ...schemas: Reshape<never, never>[]): VersionEntry => ({
  version,
  changes: [change({ title: `Version ${version}`, schemas: schemas as unknown as Reshape[] })],
});

/** A service with one operation, which answers with the body that reached it. */
export async function serve(Body: z.ZodType, ...entries: readonly VersionEntry[]) {
  return serveChanges(Body, (..._: [typeof Object]) => entries);
}

/** As `serve`, with changes that name the operation, and its query. */
export async function serveChanges(
  Body: z.ZodType,
  entriesOf: (controller: never) => readonly VersionEntry[],
  query?: z.ZodType,
) {
  const logged: string[] = [];
  const schemas = { body: Body, ...(query && { query }) };
  @Controller('things')
  class Things {
    @Idempotent() @Post('', schemas as { body: typeof Body }) make({
      body,
      query: asked,
    }: Input<{ body: typeof Body; query: z.ZodType }>) {
      return query ? { body, query: asked } : body;
    }
  }
  @Module({ controllers: [Things] })
  class Root {}
  const versions = defineVersions(['1', ...entriesOf((() => Things) as never)]);
  const app = await createApp(Root, {
    versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1', versions },
    logger: {
      ...console,
      error: (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields)}`),
      warn: () => {},
      info: () => {},
    } as never,
  });
  const send = async (version: string, body: unknown, headers: Record<string, string> = {}, search = '') => {
    const response = await app.request(`/things${search}`, {
      method: 'POST',
      headers: { 'x-api-version': version, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    return response.status < 300
      ? answer
      : { status: response.status, detail: answer['detail'], errors: answer['errors'] };
  };
  return { send, logged, app };
}
