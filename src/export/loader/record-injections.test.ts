import { afterEach, describe, expect, it } from 'vitest';
import { checkWiring } from '../../wiring/check-wiring.js';
import { ROUTES } from '../../index.js';
import { loadService } from '../index.js';
import { makeProject } from '../testing/temporary-project.js';

let remove = () => {};
afterEach(() => remove());

async function wiring(text: string, more: Readonly<Record<string, string>> = {}) {
  const made = makeProject({ 'app.ts': text, ...more });
  remove = made.remove;
  const { definition } = await loadService('app.ts', { cwd: made.cwd });
  return checkWiring(definition.root, [ROUTES]).map(
    ({ id, message, source }) => `${id}: ${message} ${source?.file}:${source?.line}`,
  );
}

const app = (classes: string, providers: string) => `
  import { Controller, Get, inject as need, Module, provide, token } from 'svckit';
  import * as svc from 'svckit';
  const CLOCK = token<() => Date>('CLOCK');
  ${classes}
  @Module({ controllers: [UsersController], providers: [${providers}] })
  export class AppModule {}
  export const root = AppModule;
`;

const controller =
  "@Controller('users') class UsersController { readonly #store = need(Store); @Get() list() { return this.#store; } }";

describe('the loader', () => {
  it('starts nothing: every constructor, factory and initializer could throw', async () => {
    const found = await wiring(
      app(
        `
      const fail = (): never => { throw new Error('it was started'); };
      class Store { readonly now = need(CLOCK); readonly boom = fail(); constructor() { fail(); } onInit() { fail(); } }
      @Controller('users') class UsersController { readonly #store = need(Store); readonly boom = fail(); constructor() { fail(); } @Get() list() { return this.#store; } }
    `,
        'Store, provide(CLOCK, { useFactory: () => fail() })',
      ),
    );
    expect(found).toEqual([]);
  });

  it('finds a missing provider through private fields of a decorated class, with chain and line', async () => {
    const found = await wiring(app(`class Store { readonly now = need(CLOCK); }\n${controller}`, 'Store'));
    expect(found).toEqual([
      'missing-provider: Store injects CLOCK, and no module provides it (UsersController → Store → CLOCK). app.ts:5',
    ]);
  });

  it('finds a cycle', async () => {
    const found = await wiring(
      app(
        `class Store { cache = svc.inject(Cache); } class Cache { store = svc.inject(Store); }\n${controller}`,
        'Store, Cache',
      ),
    );
    expect(found).toEqual([
      'provider-cycle: Store → Cache → Store is a cycle: none of them can be constructed first. app.ts:5',
    ]);
  });

  it.each([
    ['a constructor', 'class Store { now; constructor() { this.now = need(CLOCK); } }'],
    ['a default value of a constructor parameter', 'class Store { constructor(readonly now = need(CLOCK)) {} }'],
    ['the middle of an expression', 'class Store { now = need(CLOCK)().getTime(); }'],
    ['a superclass', 'class Clocked { now = need(CLOCK); } class Store extends Clocked {}'],
    ['a member of a name', 'const names = { CLOCK }; class Store { now = need(names.CLOCK); }'],
    ['a class expression', 'const Store = class { now = need(CLOCK); };'],
  ])('sees an injection in %s', async (_where, store) => {
    const found = await wiring(app(`${store}\n${controller}`, 'Store'));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('injects CLOCK, and no module provides it');
  });

  it.each([
    ['a method', 'class Store { now() { return need(CLOCK); } }'],
    ['a function of its own', 'class Store { now = () => need(CLOCK); }'],
    ['a static field', 'class Store { static now = () => need(CLOCK); }'],
    [
      'a name that the constructor binds',
      'class Store { constructor() { const CLOCK = UsersController; if (CLOCK !== UsersController) need(CLOCK); } }',
    ],
    [
      'a function that is not svckit’s',
      'const inject = (value: unknown) => value; class Store { now = inject(CLOCK); }',
    ],
    ['a computed argument', 'class Store { constructor() { need([CLOCK][0]!); } }'],
  ])('leaves %s alone', async (_where, store) => {
    expect(await wiring(app(`${store}\n${controller}`, 'Store'))).toEqual([]);
  });

  it('sees injections of a CommonJS module', async () => {
    const store =
      "const { inject, token } = require('svckit'); const svckit = require('svckit'); exports.Store = class Store { a = inject(token.CLOCK ?? exports.KEY); b = svckit.inject(exports.KEY); }; exports.KEY = token('KEY');";
    const text = app(`import { Store } from './store.cjs';\n${controller}`, 'Store');
    expect(await wiring(text, { 'store.cjs': store })).toEqual([
      'missing-provider: Store injects KEY, and no module provides it (UsersController → Store → KEY). store.cjs:1',
    ]);
  });
});
