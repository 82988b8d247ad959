import { describe, expect, it } from 'vitest';
import { definitionSource } from './read-definition.js';

const line = (text: string, option?: string) => definitionSource(text, 'svc.config.ts')(option).line;

describe('definitionSource', () => {
  it('finds the definition, and prefers an option in it to an earlier one of that name', () => {
    const text =
      "import { defineService } from 'svckit';\nconst other = { prefix: 'x' };\nexport default defineService({\n  root: AppModule,\n  prefix: 'api',\n});\n";
    expect([line(text), line(text, 'prefix'), line(text, 'cors')]).toEqual([3, 5, 3]);
  });

  it('finds named exports, shorthand members and a definition from elsewhere', () => {
    expect(line('export const root = AppModule;\nexport const versioning = {};\n', 'versioning')).toBe(2);
    expect(line('const cors = true;\nexport default defineService({\n  root,\n  cors,\n});', 'cors')).toBe(4);
    expect(
      line("import { cors } from './cors.js';\nexport { service as default } from './service.js';\n", 'cors'),
    ).toBe(1);
  });
});
