import { Authenticated, Controller, Get, Module, Roles, type SecurityScheme, UseGuards } from 'svckit';
import { describe, expect, it } from 'vitest';
import { diffDocuments } from '../src/diff/diff-documents.js';
import { buildDocument } from '../src/export/document/build-document.js';
import type { JsonObject } from '../src/json/json.js';
import { compileRoutes } from '../src/routing/table/compile-routes.js';

class KeyGuard {
  static readonly security = 'apiKey';
  check() {}
}
class UnnamedGuard {
  check() {}
}
const securitySchemes: Readonly<Record<string, SecurityScheme>> = {
  bearer: { type: 'http', scheme: 'bearer' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
};
const unchanged = () => undefined;

/** The document of one operation with these decorators. */
function documentOf(...decorators: readonly ReturnType<typeof Authenticated>[]): JsonObject {
  const [first = unchanged, second = unchanged] = decorators;
  @Controller('items')
  class ItemsController {
    @first
    @second
    @Get()
    list() {}
  }
  @Module({ controllers: [ItemsController] })
  class AppModule {}
  const document = buildDocument(compileRoutes(AppModule, { securitySchemes }), { securitySchemes });
  return JSON.parse(JSON.stringify(document)) as JsonObject;
}

const breaks = (base: JsonObject, revision: JsonObject) =>
  diffDocuments(base, revision, { asOf: '2026-11-20' })
    .filter(({ level }) => level !== 'info')
    .map(({ id }) => id);

describe('roles on an operation', () => {
  it.each([
    ['behind a guard that names its scheme', [UseGuards(KeyGuard)], ['api-access-removed']],
    ['for signed-in callers', [Authenticated()], []],
  ])('%s narrow who may call, and ask for the credentials that carry the role', (_name, before, more) => {
    expect(breaks(documentOf(...before), documentOf(Roles('admin'), ...before))).toEqual([
      ...more,
      'api-required-roles-narrowed',
    ]);
  });

  it('behind a guard that names no scheme ask for credentials, as far as the documents say', () => {
    expect(breaks(documentOf(UseGuards(UnnamedGuard)), documentOf(Roles('admin'), UseGuards(UnnamedGuard)))).toEqual([
      'api-became-protected',
    ]);
  });
});
