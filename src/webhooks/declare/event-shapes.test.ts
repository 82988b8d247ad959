import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Book, bookAdded, Shelf, shelfChanged, versions } from '../../../fixtures/webhooks/svc.config.js';
import { ShapeMismatch, ShapeTooNew } from '../../lens/shape-errors.js';
import { runs } from '../../../test/property-runs.js';
import { EventShapes } from './event-shapes.js';
import { webhook } from './webhook.js';

const books = new EventShapes(bookAdded, versions);
const shelves = new EventShapes(shelfChanged, versions);
const book = { id: 1, title: 'Emma', authors: ['Jane Austen', 'A friend'] };

describe('the shapes of an event', () => {
  it('are one body for each version, made by the changes', () => {
    const stored = books.store({ ...book, secret: 'undeclared' } as typeof book);
    expect(stored).toEqual({ shape: '3', data: JSON.stringify(book) });
    expect(books.bodyFor('3', stored)).toBe(stored.data);
    expect(books.bodyFor('2', stored)).toBe(stored.data);
    expect(JSON.parse(books.bodyFor('1', stored))).toEqual({
      id: 1,
      title: 'Emma',
      author: 'Jane Austen and A friend',
    });
    const shelf = shelves.store({ shelf: { name: 'A', books: [book] }, by: 'Ada' });
    expect(JSON.parse(shelves.bodyFor('2', shelf))).toEqual({ shelf: { label: 'A', books: [book] }, by: 'Ada' });
    expect(JSON.parse(shelves.bodyFor('1', shelf))).toEqual({
      shelf: { label: 'A', books: [{ id: 1, title: 'Emma', author: 'Jane Austen and A friend' }] },
      by: 'Ada',
    });
  });

  it('go from an older stored shape to an older version without a way up, which the change does not have', () => {
    const stored = { shape: '2', data: JSON.stringify(book) };
    expect(JSON.parse(books.bodyFor('1', stored))).toMatchObject({ author: 'Jane Austen and A friend' });
  });

  it('go up where an older build stored the event for an endpoint of a newer version', () => {
    const stored = { shape: '2', data: JSON.stringify({ shelf: { label: 'A', books: [] }, by: 'Ada' }) };
    expect(JSON.parse(shelves.bodyFor('3', stored))).toEqual({ shelf: { name: 'A', books: [] }, by: 'Ada' });
  });

  it('are refused where a value does not fit, or a build is too old for it', () => {
    expect(() => books.store({ id: 1 } as never)).toThrow(ShapeMismatch);
    expect(() => books.bodyFor('4', { shape: '3', data: '{}' })).toThrow(ShapeTooNew);
    expect(() => books.bodyFor('1', { shape: '4', data: '{}' })).toThrow(ShapeTooNew);
    expect(() => books.bodyFor('0', { shape: '3', data: '{}' })).toThrow('Unknown version "0"');
  });

  it('of any two versions are related by the changes', () => {
    const text = fc.string();
    const anyBook = fc.record({ id: fc.integer(), title: text, authors: fc.array(text, { minLength: 1 }) });
    const any = fc.record({ shelf: fc.record({ name: text, books: fc.array(anyBook) }), by: text });
    fc.assert(
      fc.property(any, fc.constantFrom('1', '2', '3'), fc.constantFrom('1', '2', '3'), (value, one, other) => {
        const [older, newer] = [one, other].toSorted() as [string, string];
        const stored = shelves.store(value);
        const between = shelves.bodyFor(newer, stored);
        expect(shelves.bodyFor(older, { shape: newer, data: between })).toBe(shelves.bodyFor(older, stored));
        const schema = versions.schemaOf(shelfChanged.payload, older) as z.ZodType;
        expect(z.safeParse(schema, JSON.parse(shelves.bodyFor(older, stored))).success).toBe(true);
      }),
      runs(100),
    );
    expect([Book, Shelf].map((schema) => schema.meta()?.id)).toEqual(['Book', 'Shelf']);
  });
});

describe('webhook', () => {
  const options = { payload: Book, description: 'A book was added.' };
  it.each([
    [
      'book added',
      options,
      'webhook() takes the name of an event, but received "book added". Write words with dots between them:',
    ],
    ['book..added', options, 'received "book..added"'],
    [1, options, 'received 1'],
    [
      'book.added',
      { ...options, payload: {} },
      "webhook('book.added') takes a schema as payload, but received an object.",
    ],
    ['book.added', { payload: Book }, "webhook('book.added') takes a description, but received undefined."],
    ['book.added', { ...options, descripton: 'x' }, 'descripton'],
  ])('says what is wrong with %j', (name, given, message) => {
    expect(() => webhook(name as string, given as never)).toThrow(message);
  });
});
