import { describe, expect, it } from 'vitest';
import { capture, fixture } from '../testing/capture-io.js';

const cwd = fixture('tutorial/three');

describe('svc change explain', () => {
  it('shows both shapes, three examples of each way, and the operations', async () => {
    const { code, stdout } = await capture(['change', 'explain', 'A book has a language'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "A book has a language

      Book
        version 3: { id: integer, title: string, authors: string[], language: string }
        version 2: { id: integer, title: string, authors: string[] }
        down, to version 2:
          {"id":-792872,"title":"y:Q","authors":["YJs{Jv","","3","a.b"],"language":"6x"}
          → {"id":-792872,"title":"y:Q","authors":["YJs{Jv","","3","a.b"]}
          {"id":227283,"title":"I2@","authors":["uH,m~hy"],"language":"Ej"}
          → {"id":227283,"title":"I2@","authors":["uH,m~hy"]}
          {"id":-143696,"title":"$GDb&y)","authors":["l","h\\\\<i9)","0","l"],"language":"%q"}
          → {"id":-143696,"title":"$GDb&y)","authors":["l","h\\\\<i9)","0","l"]}
        up, from version 2:
          {"id":-792872,"title":"y:Q","authors":["YJs{Jv","","3","a.b"]}
          → {"id":-792872,"title":"y:Q","authors":["YJs{Jv","","3","a.b"],"language":"en"}
          {"id":227283,"title":"I2@","authors":["uH,m~hy"]}
          → {"id":227283,"title":"I2@","authors":["uH,m~hy"],"language":"en"}
          {"id":-143696,"title":"$GDb&y)","authors":["l","h\\\\<i9)","0","l"]}
          → {"id":-143696,"title":"$GDb&y)","authors":["l","h\\\\<i9)","0","l"],"language":"en"}

      NewBook
        version 3: { title: string, authors: string[], language: string }
        version 2: { title: string, authors: string[] }
        down, to version 2:
          {"title":"N#","authors":["j","apply"],"language":"3&"}
          → {"title":"N#","authors":["j","apply"]}
          {"title":"l5","authors":["","j"],"language":" a"}
          → {"title":"l5","authors":["","j"]}
          {"title":"D_","authors":["YJs{Jv","aA","ZzHbk","l"],"language":".M"}
          → {"title":"D_","authors":["YJs{Jv","aA","ZzHbk","l"]}
        up, from version 2:
          {"title":"N#","authors":["j","apply"]}
          → {"title":"N#","authors":["j","apply"],"language":"en"}
          {"title":"l5","authors":["","j"]}
          → {"title":"l5","authors":["","j"],"language":"en"}
          {"title":"D_","authors":["YJs{Jv","aA","ZzHbk","l"]}
          → {"title":"D_","authors":["YJs{Jv","aA","ZzHbk","l"],"language":"en"}

      Touches 2 operations of version 2:
        GET /books
        POST /books
      "
    `);
  });

  it('takes an id, and gives the same as data', async () => {
    const { stdout } = await capture(['change', 'explain', 'books-come-in-pages', '--format', 'json'], { cwd });
    const { title, version, previous, operations, subjects } = JSON.parse(stdout) as {
      readonly title: string;
      readonly version: string;
      readonly previous: string;
      readonly operations: readonly string[];
      readonly subjects: readonly { readonly ways: readonly { readonly examples: readonly unknown[] }[] }[];
    };
    expect({ title, version, previous, operations }).toEqual({
      title: 'Books come in pages',
      version: '3',
      previous: '2',
      operations: ['GET /books'],
    });
    expect(subjects.flatMap(({ ways }) => ways.map(({ examples }) => examples.length))).toEqual([3]);
  });

  it('refuses an unknown title, and a missing one', async () => {
    expect(await capture(['change', 'explain', 'A book has languages'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Unknown change "A book has languages". Did you mean "a-book-has-a-language"?'),
    });
    expect(await capture(['change', 'explain'], { cwd })).toMatchObject({
      code: 2,
      stderr: 'Argument "title" is missing.\n',
    });
  });
});
