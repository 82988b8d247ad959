import { expect, it } from 'vitest';
import { z } from 'zod';
import { change } from '../../changes/change.js';
import { defineVersions } from '../../changes/define-versions.js';
import { frozen } from '../../changes/frozen.js';
import { renamed } from '../../changes/short-forms.js';
import { Controller, Get } from '../../routing/declare/verbs.js';
import { Module } from '../../wiring/module.js';
import { checkService } from '../index.js';

const Book = z.object({ title: z.string() }).meta({ id: 'Book' });
@Controller('books')
class Books {
  @Get('', { response: { 200: Book } }) show() {
    return { title: 'Emma' };
  }
}
@Module({ controllers: [Books] })
class Root {}

it.each([
  ['Book', []],
  [
    'Boook',
    [
      'The change "Titles" of version 2 names frozen(\'Boook\', …), and no schema of the API has the id Boook. Correct the id, or delete the change.',
    ],
  ],
])('a frozen shape of the id %s', (id, expected) => {
  const shape = frozen(id, z.object({ title: z.string() }));
  const versions = defineVersions([
    '1',
    { version: '2', changes: [change({ title: 'Titles', schemas: [renamed(shape, { title: 'name' })] })] },
  ]);
  const definition = { root: Root, versioning: { type: 'header', header: 'X-API-Version', versions } } as const;
  const found = checkService({ definition, problems: [], sourceOf: () => null }, { asOf: new Date('2026-11-21') });
  const own = found.filter((one) => one.id === 'change-without-effect');
  expect(own.map(({ message, fix }) => `${message} ${fix}`)).toEqual(expected);
});
