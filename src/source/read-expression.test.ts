import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { writeExpression } from './layout/write-source.js';
import { readExpression } from './read-expression.js';

/** What Prettier makes of an expression. */
async function formatted(code: string) {
  const text = await format(`(${code})`, { parser: 'typescript', singleQuote: true, printWidth: 80 });
  return text.trim().replace(/;$/, '');
}

describe('code that is read and written', () => {
  it.each([
    "change({ title: 'Book: name instead of title', schemas: [renamed(Book, { name: 'title' })] })",
    `reshape(Book, {
      before: Book.omit({ label: true, name: true }).extend({ title: z.string() }),
      down: ({ label, name, ...value }) => ({ ...value, title: \`\${label} \${name}\`.trim() }),
      up: ({ title, ...value }) => ({ ...value, label: title.split(' ')[0] ?? '', name: title.split(' ').slice(1).join(' ') }),
      loses: { down: ['label', 'name'], up: ['title'] },
    })`,
    `reshapes(Book, (schema) => renamed(schema, { label: 'title' }), (schema) => added(schema, { name: todo('Which name has a Book that version 1 sends?') }))`,
    `reshape(Book, { before: Book, down: ({ grams, ...value }) => ({ ...value, state: value.state === 'shut' ? 'closed' : value.state === 'half shut' ? 'half closed' : value.state, kilograms: grams / 100 }) })`,
    `operation(() => BooksController, 'search', { before: { query: z.object({ top: z.int() }), body: z.object({ text: z.string() }), response: { 200: z.object({ hits: z.array(z.string()) }) } }, up: ({ query: { top, ...query }, body: { text, ...body } }) => ({ query: { ...query, limit: top }, body: { ...body, words: text } }), down: ({ status, body }) => {
      if (status === 200) { const { found, total: _total, ...value } = body; return { body: { ...value, hits: found } }; }
      return {}; } })`,
    `reshape(Book, { before: z.array(z.string()), down: (value) => value.map((item) => item === 'closed' ? 'shut' : item === 'open' ? 'not shut at all' : item), up: (value) => [value] })`,
    `removed(schema, { state: z.enum(["open", "closed"]), kilograms: z.number() }, { down: () => ({ kilograms: todo('Which kilograms does version 1 show for a Book?') }) })`,
    `reshape(Book, { before: Book.extend({ words: z.array(z.string()).min(1).max(20).optional() }), up: (value) => ({ ...value, words: value.words === undefined ? undefined : value.words.map((item) => item.length) }) })`,
    `reshape(Book, { before: X, down: ({ status, body }) => (status === 200 ? { body: { ...body, author: body.author.name, title: body.title } } : {}) })`,
    `reshape(Book, { before: X, down: ({ aRatherLongMemberName, anotherRatherLongMemberName, ...value }) => ({ ...value, 'x-y': aRatherLongMemberName.inside['a-b'], it: value.anotherMemberOfIt.withARatherLongPath.toItsVeryEnd }) })`,
    `reshape(Book, { before: X, up: (value) => value.kind === 'a' ? refuse(400, 'a is no longer accepted.') : value.kind === 'b' ? refuse(400, "it's no longer accepted.") : value })`,
    `reshape(Book, { before: Book.extend({ at: z.object({ city: z.string().max(100), street: z.string().max(200), postcode: z.string() }) }), down: ({ city, ...value }) => ({ ...value, at: { city, street: '', postcode: '' } }) })`,
    `reshape(Price, { before: Price.extend({ amount: z.number() }), down: ({ cents, ...value }) => ({ ...value, amount: Math.max(Math.min(cents / 100, 1000000), 0.01) }), up: ({ amount, ...value }) => ({ ...value, cents: Math.round(amount * 100) }) })`,
    `z.object({ name: z.string(), get children(): z.ZodType { return z.array(z.object({ name: z.string(), get children(): z.ZodType { return z.array(z.unknown()); } })); } })`,
    `z.object({ book: z.lazy((): z.core.SomeType => Book), at: z.string().regex(/^a'b"$/u).meta({ pattern: '^a', $id: 'x' }) })`,
    `f((value) => todo('Which Book does version 1 mean, where it sends nothing that names one?'))`,
    `f((value) => ({ name: value.name ?? todo('What does version 1 show for the name of a Book that has none?') }))`,
  ])('is what Prettier writes: %#', async (code) => {
    expect(writeExpression(readExpression(code))).toBe(await formatted(code));
  });

  it('refuses what is no expression', () => {
    expect(() => readExpression('if (a) b')).toThrow(SyntaxError);
    expect(() => readExpression('() => { throw a; }')).toThrow('A ThrowStatement is no statement of a change.');
  });
});
