import { describe, it } from 'vitest';
import { adopt } from './adopted-app.js';
import { expectVerdicts, followRecipe } from './follow-recipe.js';

describe('a tsoa application', () => {
  const app = adopt('tsoa');

  it('gets the gate by its recipe', async () => {
    await expectVerdicts(
      await followRecipe(app(), 'tsoa.md'),
      ['src/books/book.ts', 'title: string;', 'title?: string;'],
      'response-property-became-optional',
      ['src/books/booksController.ts', '@Query() author?: string', '@Query() author?: string, @Query() title?: string'],
    );
  });
});
