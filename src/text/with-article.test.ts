import { expect, it } from 'vitest';
import { withArticle } from './with-article.js';

it('a name has the article that it is said with', () => {
  const names = ['Book', 'Author', 'User', 'Unit', 'Update', 'Address', 'Euro', 'order', 'Hotel'];
  expect(names.map(withArticle)).toEqual([
    'a Book',
    'an Author',
    'a User',
    'a Unit',
    'an Update',
    'an Address',
    'a Euro',
    'an order',
    'a Hotel',
  ]);
});
