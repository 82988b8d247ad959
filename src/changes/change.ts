import { kebabCase } from '../text/kebab-case.js';
import { captureSource, type SourceReader } from '../report/load-session.js';
import { isOperationPart, type OperationPart } from './operation-part.js';
import { describeValue, isText, requireDescription, requireList, requireOptions } from './read-arguments.js';
import { isReshape, type Reshape } from './reshape.js';

/** A named difference between a version and the one before it. */
export interface Change {
  /** The kebab-case of the title unless given; used by the lock, `--only` and findings. */
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  /** Whether changelog, guide and page name it. */
  readonly listed: boolean;
  readonly reshapes: readonly Reshape[];
  readonly operations: readonly OperationPart[];
  readonly source: SourceReader;
}

/** What `change()` takes: a title, and the differences. */
export interface ChangeOptions {
  readonly id?: string;
  readonly title: string;
  /** CommonMark, for the changelog and the migration guide. */
  readonly description?: string;
  /** False keeps it out of changelog, guide and page, which then show only what differs; true by default. */
  readonly listed?: boolean;
  readonly schemas?: readonly Reshape[];
  readonly operations?: readonly OperationPart[];
}

const brand = Symbol.for('svckit.change');

const optionNames = ['id', 'title', 'description', 'listed', 'schemas', 'operations'];
const example = "change({ title: 'Lists come in pages', … })";

/** Declares what one version changed. Throws a TypeError without a title, and for members of another kind. */
export function change(options: ChangeOptions): Change {
  requireOptions(options, optionNames, 'change()', example);
  const { title, id = kebabCase(String(title)), description, listed = true, schemas = [], operations = [] } = options;
  if (!isText(title)) throw new TypeError(`A change needs a title, such as ${example}.`);
  if (!isText(id)) throw new TypeError(`Change "${title}" needs an id in kebab-case, such as id: 'lists-in-pages'.`);
  requireDescription(description, `Change "${title}"`);
  if (typeof listed !== 'boolean')
    throw new TypeError(`Change "${title}": listed is ${describeValue(listed)}. Write true or false.`);
  requireList(schemas, isReshape, {
    list: `Change "${title}": schemas`,
    entry: 'a reshape',
    write: 'schemas: [reshape(schema, { before, down, up })]',
  });
  requireList(operations, isOperationPart, {
    list: `Change "${title}": operations`,
    entry: 'an operation',
    write: "operations: [operation(() => UsersController, 'list', { before, up, down })]",
  });
  return Object.freeze({
    [brand]: true,
    id,
    title,
    description: description ?? null,
    listed,
    reshapes: Object.freeze([...schemas]),
    operations: Object.freeze(operations.flatMap((one) => [one, ...one.others])),
    source: captureSource(),
  });
}

export function isChange(value: unknown): value is Change {
  return typeof value === 'object' && value !== null && brand in value;
}
