import { expect, it } from 'vitest';
import { z } from 'zod';
import { change } from '../../changes/change.js';
import { defineVersions } from '../../changes/define-versions.js';
import { reshape } from '../../changes/reshape.js';
import { renamed } from '../../changes/short-forms.js';
import { createApp } from '../../server/create-app.js';
import { Module } from '../../wiring/module.js';
import type { Input } from '../declare/route-schemas.js';
import { Controller, Get } from '../declare/verbs.js';

const Kind = z.enum(['card', 'transfer']).meta({ id: 'Kind' });
const Hint = z.object({ title: z.string() }).meta({ id: 'Hint' });
const inJson = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(Hint);
const show = {
  headers: z.object({ 'x-kind': Kind, 'x-hint': inJson }),
  response: {
    200: { schema: z.object({ got: z.unknown() }), headers: { 'X-Kind': Kind, 'X-Hint': Hint, 'X-Other': z.string() } },
  },
} as const;

@Controller('things')
class Things {
  @Get('', show) show({ headers, res }: Input<typeof show>) {
    res.setHeader('X-Kind', headers['x-kind']);
    res.setHeader('X-Hint', JSON.stringify(headers['x-hint']));
    res.setHeader('X-Other', 'card');
    return { got: headers };
  }
}
@Module({ controllers: [Things] })
class Root {}

const renames = change({
  title: 'New names',
  schemas: [
    reshape(Kind, {
      before: z.enum(['cc', 'wire']),
      down: (kind) => (kind === 'card' ? 'cc' : 'wire'),
      up: (kind) => (kind === 'cc' ? 'card' : 'transfer'),
    }),
    renamed(Hint, { title: 'name' }),
  ],
});
const versions = defineVersions(['1', { version: '2', changes: [renames] }]);

it.each([
  ['1', 'cc', '{"name":"t"}'],
  ['2', 'card', '{"title":"t"}'],
])('headers of version %s have its values, as text and as JSON', async (version, kind, hint) => {
  const app = await createApp(Root, { versioning: { type: 'header', header: 'X-API-Version', versions } });
  const headers = { 'x-api-version': version, 'x-kind': kind, 'x-hint': hint };
  const response = await app.request('/things', { headers });
  expect(await response.json()).toEqual({ got: { 'x-kind': 'card', 'x-hint': { title: 't' } } });
  expect(['X-Kind', 'X-Hint', 'X-Other'].map((name) => response.headers.get(name))).toEqual([kind, hint, 'card']);
});
