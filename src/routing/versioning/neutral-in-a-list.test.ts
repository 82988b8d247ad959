import { expect, it } from 'vitest';
import { createApp } from '../../server/create-app.js';
import { Module } from '../../wiring/module.js';
import { Version } from '../declare/decorators.js';
import { Controller, Get } from '../declare/verbs.js';
import { VERSION_NEUTRAL } from '../declare/version.js';

it('VERSION_NEUTRAL in a list of versions is refused at boot, with what to write', async () => {
  @Controller('things')
  class Things {
    @Version([VERSION_NEUTRAL, '2'] as never) @Get() list() {
      return [];
    }
  }
  @Module({ controllers: [Things] })
  class Root {}
  await expect(createApp(Root, { versioning: { type: 'header', header: 'X-API-Version' } })).rejects.toThrow(
    'declares VERSION_NEUTRAL beside versions, which it serves already. Write @Version(VERSION_NEUTRAL)',
  );
});
