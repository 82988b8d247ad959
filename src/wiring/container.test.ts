import { describe, expect, it } from 'vitest';
import { inject, Module, provide, token } from '../index.js';
import { checkWiring } from './check-wiring.js';
import { Container } from './container.js';
import { recordDependencies } from './dependencies.js';
import { readModules } from './module.js';

describe('Container', () => {
  it('answers all three provider shapes, and one instance each', () => {
    const VALUE = token<number>('VALUE'),
      SUM = token<number>('SUM');
    abstract class Clock {
      abstract now(): number;
    }
    class FixedClock extends Clock {
      readonly base = inject(VALUE);
      now() {
        return this.base;
      }
    }
    @Module({
      providers: [
        provide(VALUE, { useValue: 2 }),
        provide(Clock, { useClass: FixedClock }),
        provide(SUM, { useFactory: (value, clock) => value + clock.now(), inject: [VALUE, Clock] }),
      ],
    })
    class Root {}
    const container = new Container(Root);
    expect([container.get(SUM), container.get(Clock).now(), container.get(Clock) === container.get(Clock)]).toEqual([
      4,
      2,
      true,
    ]);
  });

  it('lets a module win over its imports', () => {
    const NAME = token<string>('NAME');
    @Module({ providers: [provide(NAME, { useValue: 'imported' })] })
    class Imported {}
    @Module({ imports: [Imported], providers: [provide(NAME, { useValue: 'own' })] })
    class Root {}
    expect(new Container(Root).get(NAME)).toBe('own');
  });

  it('refuses a factory that answers a promise, and inject() inside a factory', () => {
    const LATE = token<unknown>('LATE'),
      HIDDEN = token<unknown>('HIDDEN');
    @Module({
      providers: [
        provide(LATE, { useFactory: () => Promise.resolve(1) }),
        provide(HIDDEN, { useFactory: () => inject(LATE) }),
      ],
    })
    class Root {}
    expect(() => new Container(Root).get(LATE)).toThrow('The factory of LATE returned a promise.');
    expect(() => new Container(Root).get(HIDDEN)).toThrow('inject(LATE) was called outside construction.');
  });

  it('stops what was started when an onInit fails', async () => {
    const events: string[] = [];
    class First {
      onInit() {
        events.push('first');
      }
      onShutdown() {
        events.push('stop first');
      }
    }
    class Second {
      readonly first = inject(First);
      onInit() {
        throw new Error('no database');
      }
      onShutdown() {
        events.push('stop second');
      }
    }
    @Module({ providers: [Second, First] })
    class Root {}
    const container = new Container(Root);
    container.constructAll();
    await expect(container.start()).rejects.toThrow('no database');
    expect(events).toEqual(['first', 'stop first']);
  });

  it('stops the others when one does not stop in time, and names it', async () => {
    const events: string[] = [];
    class First {
      onShutdown() {
        events.push('stop first');
      }
    }
    class Frozen {
      readonly first = inject(First);
      onShutdown() {
        return new Promise(() => {});
      }
    }
    @Module({ providers: [Frozen, First] })
    class Root {}
    const container = new Container(Root);
    container.constructAll();
    await container.start();
    await expect(container.stop(10)).rejects.toThrow('Frozen did not stop within 10 ms.');
    expect(events).toEqual(['stop first']);
  });
});

describe('provide', () => {
  it.each([[{}], [{ useValue: 1, useFactory: () => 1 }], [{ useClass: 'no' }], [null]])(
    'refuses the shape %j',
    (shape) => {
      expect(() => provide(token('X'), shape as never)).toThrow(
        'provide(X, …) needs exactly one of useValue, useClass or useFactory',
      );
    },
  );
});

describe('checkWiring', () => {
  it('finds missing providers and cycles from what was recorded, and constructs nothing', () => {
    const boom = () => {
      throw new Error('constructed');
    };
    class Missing {}
    class Store {
      constructor() {
        boom();
      }
    }
    class A {
      constructor() {
        boom();
      }
    }
    class B {
      constructor() {
        boom();
      }
    }
    const SUM = token<number>('SUM'),
      GONE = token<number>('GONE');
    recordDependencies(Store, () => [Missing], { file: 'src/store.ts', line: 3 });
    recordDependencies(A, () => [B]);
    recordDependencies(B, () => [A]);
    @Module({ providers: [Store, A, B, provide(SUM, { useFactory: boom, inject: [GONE] })] })
    class Root {}
    expect(checkWiring(Root).map(({ id, message, source }) => ({ id, message, source }))).toEqual([
      {
        id: 'missing-provider',
        message: 'Store injects Missing, and no module provides it.',
        source: { file: 'src/store.ts', line: 3 },
      },
      { id: 'provider-cycle', message: 'A → B → A is a cycle: none of them can be constructed first.', source: null },
      { id: 'missing-provider', message: 'SUM injects GONE, and no module provides it.', source: null },
    ]);
  });

  it('says undefined for what a circle of imports has not loaded yet, here and at the start', () => {
    const missing: { readonly Store: new () => object } = {} as never;
    class A {
      readonly store = inject(missing.Store);
    }
    recordDependencies(A, () => [missing.Store]);
    @Module({ providers: [A], controllers: [missing.Store] })
    class Root {}
    const message = 'A injects undefined.';
    expect([checkWiring(Root), new Container(Root).constructAll()].map(([found]) => found?.message)).toEqual([
      message,
      message,
    ]);
    expect(readModules(Root).problems.map(({ id, message: text }) => [id, text])).toEqual([
      ['not-a-controller', 'Root lists undefined under controllers, which is not a class.'],
    ]);
  });

  it('reports a value that is not a list, and an import that a circle left undefined', () => {
    @Module({ imports: [undefined as never], controllers: 'Users' as never, providers: {} as never })
    class Part {}
    @Module({ imports: Part as never })
    class Root {}
    expect(readModules(Root).problems.map(({ message, fix }) => `${message} ${fix}`)).toEqual([
      'undefined, imported by Part, is not a module. List a class with @Module. Circular imports leave a class undefined.',
      'Part lists Users under controllers, which is not a class. List a class with @Controller. Circular imports leave a class undefined.',
      'Part lists [object Object] under providers, which is neither a class nor provide(…). List a class, or provide(TOKEN, { useValue: … }).',
    ]);
  });

  it('follows dependencies that a superclass declares', () => {
    class Missing {}
    class Base {}
    class Derived extends Base {}
    recordDependencies(Base, () => [Missing]);
    @Module({ providers: [Derived] })
    class Root {}
    expect(checkWiring(Root).map(({ message }) => message)).toEqual([
      'Derived injects Missing, and no module provides it.',
    ]);
  });
});
