import { usageError } from '../command-failure.js';
import { defineCommand } from '../program/define-command.js';
import { chooseFrom } from '../shared-options.js';
import { writeDocumentShapes } from '../shapes/write-document-shapes.js';
import { writeShapeCounts } from '../shapes/write-shape-counts.js';

interface ShapesOptions {
  readonly out?: string;
  readonly check?: boolean;
  readonly meaning?: boolean;
  readonly only?: readonly string[];
  readonly from?: readonly string[];
  readonly field?: string;
  readonly unmarked?: string;
  readonly format: 'pretty' | 'json';
}

export const shapesCommand = defineCommand<ShapesOptions>({
  declare: (command) => {
    command
      .argument('[document]', 'OpenAPI document: a file, a URL, or - for standard input')
      .option('--out <file>', 'file to write, such as shapes.ts; by default standard output')
      .option('--check', 'write nothing; exit 1 if the file of --out differs')
      .option('--meaning', 'with --check: prove that each shape means what the document says; exit 1 if one differs')
      .option(
        '--only <names>',
        "schemas, and operations by operationId or 'GET /books', to write with what they contain (repeatable)",
        (names: string, collected: readonly string[] = []) => [...collected, names],
      )
      .option(
        '--from <file>',
        'count stored rows by shape instead: one object of JSON on each line, also .gz; - is standard input (repeatable)',
        (file: string, files: readonly string[] = []) => [...files, file],
      )
      .option('--field <name>', 'the member of a row that holds its shape, such as headers.shape; by default shape')
      .option('--unmarked <shape>', 'the shape of rows without one')
      .addOption(chooseFrom('--format <format>', 'output format', ['pretty', 'json']).default('pretty'));
  },
  examples: [
    { line: 'svc shapes openapi.yaml --out shapes.ts', meaning: "import { operations, shapes } from './shapes'" },
    { line: 'svc shapes openapi.yaml --out shapes.ts --check', meaning: 'in CI: check that the file is up to date' },
    {
      line: 'svc shapes openapi.yaml --only Book,Order --out shapes.ts',
      meaning: 'write two schemas and what they contain',
    },
    { line: 'svc shapes openapi.yaml', meaning: 'print the module' },
    {
      line: 'svc shapes openapi.yaml --check --meaning',
      meaning: 'prove that the shapes mean what the document says',
    },
    { line: 'svc shapes --from rows.ndjson --field shape', meaning: 'how many stored rows have each shape' },
  ],
  execute: async ({ io, operands: [document], options }) => {
    const { from, field, unmarked, ...others } = options;
    if (from) {
      if (document !== undefined) throw usageError('Name a document or use --from, not both.');
      if (options.check) throw usageError('--check compares the shapes of a document. Omit it with --from.');
      if (options.meaning) throw usageError('--meaning is about the shapes of a document. Omit it with --from.');
      if (options.only) throw usageError('--only chooses shapes of a document. Omit it with --from.');
      return writeShapeCounts({ ...options, from }, io);
    }
    for (const [name, value] of Object.entries({ '--field': field, '--unmarked': unmarked }))
      if (value !== undefined) throw usageError(`${name} needs --from. Name the rows, such as --from rows.ndjson.`);
    if (document === undefined)
      throw usageError('No document is named. Name an OpenAPI document: svc shapes openapi.yaml --out shapes.ts.');
    return writeDocumentShapes(document, others, io);
  },
});
