import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { format } from 'prettier';
import { describe, expect, it, onTestFinished } from 'vitest';
import { globalRegistry } from 'zod/v4';
import { runs } from '../../test/property-runs.js';
import { repository } from '../../test/read-imports.js';
import { type ShapeStyle, writeModule } from './print-shapes.js';
import { call, literal } from './syntax.js';
import { annotated, ids, print } from './testing/documents.js';
import { loadModule } from './testing/load-module.js';

const frozen: ShapeStyle = {
  defaults: 'filled',
  taken: ['frozen'],
  wrap: (id, schema) => call('frozen', literal(id), schema),
};

describe('modules of printed shapes', () => {
  it('compile under strict, with whatever stands in their documents', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shapes-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
    const frozenModule =
      "import { z } from 'zod';\nexport declare const frozen: <T extends z.ZodType>(id: string, schema: T) => T;\n";
    await writeFile(join(folder, 'frozen.ts'), frozenModule);
    const imports = ['import { z } from "zod";', 'import { frozen } from "./frozen.js";'];
    const files: string[] = [];
    fc.assert(
      fc.property(annotated, fc.boolean(), (schemas, isFrozen) => {
        const { printed } = print(schemas, isFrozen ? frozen : { defaults: 'filled' });
        files.push(writeModule(isFrozen ? imports : imports.slice(0, 1), printed, printed.declarations));
      }),
      runs(25),
    );
    await Promise.all(files.map((text, index) => writeFile(join(folder, `shapes-${index}.ts`), text)));
    const options = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: 'nodenext',
      target: 'es2022',
      types: [],
      declaration: true,
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const { stdout } = await execa('node', [join(repository, 'node_modules/typescript/bin/tsc'), '-p', folder], {
      reject: false,
      cwd: folder,
    });
    const [broken] = /shapes-\d+/.exec(stdout) ?? [];
    expect(`${stdout.slice(0, 1500)}${broken === undefined ? '' : files[Number(broken.slice(7))]}`).toBe('');
  });

  it("are formatted as Prettier's defaults, with whatever stands in their documents", async () => {
    await fc.assert(
      fc.asyncProperty(annotated, async (schemas) => {
        const { text } = print(schemas, frozen);
        // Prettier takes seconds for thousands of lines in each other.
        fc.pre(text.length < 50_000);
        expect(await format(text, { parser: 'typescript' })).toBe(text);
      }),
      runs(25),
    );
  });

  it('run nothing that stands in their documents', () => {
    fc.assert(
      fc.property(annotated, (schemas) => {
        globalRegistry.clear();
        const { text } = print(schemas, { defaults: 'filled' });
        expect(Object.keys(loadModule(text)).length).toBe(ids.length);
      }),
      runs(25),
    );
  });

  it('read as if written by hand', () => {
    const { text } = print(
      {
        Book: {
          type: 'object',
          description: 'A book.',
          required: ['title', 'author'],
          additionalProperties: false,
          properties: {
            title: { type: 'string', description: 'As on the cover.', minLength: 1, maxLength: 200 },
            author: { $ref: '#/components/schemas/Author' },
            sequel: { $ref: '#/components/schemas/Book' },
            pages: { type: ['integer', 'null'], minimum: 1 },
            added: { type: 'string', format: 'date' },
            tags: { type: 'array', items: { enum: ['new', 'used'] }, uniqueItems: true, default: [] },
          },
        },
        Author: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string', pattern: '^\\S+/\\S+$' } },
        },
      },
      frozen,
    );
    expect(text).toMatchInlineSnapshot(`
      "import { z } from "zod";

      // Documents show what stands in .meta(); Zod does not check it.

      export const Author = frozen(
        "Author",
        z.object({ name: z.string().regex(/^\\S+\\/\\S+$/u) }),
      );

      /** A book. */
      export const Book = frozen(
        "Book",
        z
          .strictObject({
            /** As on the cover. */
            title: z
              .string()
              .min(1)
              .max(200)
              .meta({ description: "As on the cover." }),
            author: Author,
            get sequel(): z.ZodOptional<typeof Book> {
              return Book.optional();
            },
            pages: z
              .number()
              .multipleOf(1)
              .min(1)
              .meta({ type: "integer" })
              .nullish(),
            added: z.string().meta({ format: "date" }).optional(),
            tags: z
              .array(z.enum(["new", "used"]))
              .meta({ uniqueItems: true })
              .default([]),
          })
          .meta({ description: "A book." }),
      );
      "
    `);
  });
});
