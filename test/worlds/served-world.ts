import {
  change,
  Controller,
  defineVersions,
  Get,
  HttpError,
  type Input,
  Module,
  operation,
  Put,
  type Reshape,
  type Versions,
} from 'svckit';
import { buildDocument } from 'svckit/export';
import { type TestApp, testApp } from 'svckit/testing';
import { z } from 'zod';
import { JudgedDocument } from './judged-document.js';
import type { Values, Write } from './form.js';
import { FrozenSchemas, LiveSchemas } from './schemas.js';
import {
  addressBefore,
  addressOf,
  type OperationChange,
  type OperationName,
  planOf,
  type World,
  wrapped,
} from './world.js';

/** What a client gets. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A world as a service of svckit, in process. */
export class ServedWorld implements AsyncDisposable {
  readonly #world: World;
  readonly #app: TestApp;
  readonly #desk: Desk;
  readonly #documents = new Map<number, JudgedDocument>();

  private constructor(
    world: World,
    app: TestApp,
    desk: Desk,
    readonly versions: Versions,
    readonly root: z.ZodType,
  ) {
    this.#world = world;
    this.#app = app;
    this.#desk = desk;
  }

  static async serve(world: World): Promise<ServedWorld> {
    const desk: Desk = { received: [], answer: null };
    const live = new LiveSchemas(world);
    const [root, query] = [live.of(world.root), live.of(world.query)];
    const { Root, Receiving, Answering } = controllersOf(root, query, desk, world.answers);
    const versions = declareVersions(world, live, { send: () => Receiving, read: () => Answering });
    const app = await testApp(Root, {
      versioning: { type: 'header', header: 'X-API-Version', versions },
      logger: { info() {}, warn() {}, error: (_, details) => (desk.failure = details) },
    });
    return new ServedWorld(world, app, desk, versions, root);
  }

  /** What requests name a version. */
  nameOf(version: number): string {
    return this.#world.unreleased && version === this.#world.newest ? 'next' : `${version}`;
  }

  /** Sends a body or a query as a client of a version; `received` holds what handlers got. */
  async send(
    name: 'send' | 'search',
    json: unknown,
    version: number,
  ): Promise<Answer & { readonly received: readonly unknown[] }> {
    this.#desk.received = [];
    const answer =
      name === 'search'
        ? await this.#ask(version, 'GET', `search?${queryText(json as Values)}`)
        : await this.#ask(
            version,
            addressOf(this.#world, name, version).method,
            addressOf(this.#world, name, version).path,
            json,
          );
    return { ...answer, received: this.#desk.received };
  }

  /** What a client of a version reads where the handler returns a value, or throws it within an error. */
  async read(value: unknown, version: number, how: 'returned' | 'thrown' = 'returned'): Promise<Answer> {
    this.#desk.answer =
      how === 'thrown'
        ? () => {
            throw new HttpError(409, 'Held.', { held: value });
          }
        : () => value;
    return this.#ask(version, 'GET', addressOf(this.#world, 'read', version).path);
  }

  /** What the log said of the last failure. */
  get failure(): unknown {
    return this.#desk.failure;
  }

  /** What a version's document says against a body; null where it has nothing to say. */
  documentProblem(name: OperationName, version: number, body: unknown): string | null {
    let document = this.#documents.get(version);
    if (!document) {
      document = new JudgedDocument(this.document(version));
      this.#documents.set(version, document);
    }
    const { path, method, status } = addressOf(this.#world, name, version);
    const place = name === 'send' ? ['requestBody'] : ['responses', `${status}`];
    return document.problem(
      [
        'paths',
        `/things${path && `/${path}`}`,
        method.toLowerCase(),
        ...place,
        'content',
        'application/json',
        'schema',
      ],
      body,
    );
  }

  /** The document of a version. */
  document(version: number) {
    const versioning = { type: 'header', header: 'X-API-Version', versions: this.versions } as const;
    return buildDocument(this.#app.app, { versioning, apiVersion: this.nameOf(version) });
  }

  async #ask(version: number, method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.#app.request(`/things${path && `/${path}`}`, {
      method,
      headers: { 'X-API-Version': this.nameOf(version), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#app.close();
  }
}

/** Where a test and the handlers meet. */
interface Desk {
  received: unknown[];
  answer: (() => unknown) | null;
  failure?: unknown;
}

function controllersOf(root: z.ZodType, query: z.ZodType, desk: Desk, answers: boolean) {
  const [send, search] = [
    { body: root, response: { 204: null } },
    { query, response: { 204: null } },
  ] as const;

  @Controller('things')
  class Receiving {
    @Put('', send) send({ body }: Input<typeof send>) {
      desk.received.push(body);
    }
    @Get('search', search) search({ query: found }: Input<typeof search>) {
      desk.received.push(found);
    }
  }

  const answer = answers ? root : z.int();
  const read = { response: { 200: answer, 409: z.object({ status: z.int(), held: answer }) } } as const;

  @Controller('things')
  class Answering {
    @Get('one', read) read() {
      return desk.answer!() as never;
    }
  }

  @Module({ controllers: [Receiving, Answering] })
  class Root {}

  return { Root, Receiving, Answering };
}

type Controllers = Readonly<Record<OperationName, () => new () => object>>;

/** The changes of each version as a team would declare them, from the newest version on. */
export function declareVersions(world: World, live: LiveSchemas, controllers: Controllers): Versions {
  const current = world.entities.map((_, entity) => live.entity(entity));
  const entries: { readonly version: string; readonly changes: readonly ReturnType<typeof change>[] }[] = [];
  for (let version = world.newest; version > 1; version -= 1) {
    const frozen = new FrozenSchemas(world, version);
    const write = {
      live: live.of,
      chained: live.writer([...current]),
      frozen: version < world.newest ? frozen.of : live.of,
    }[world.names];
    if (world.names === 'frozen' && version < world.newest)
      current.forEach((_, entity) => (current[entity] = frozen.entity(entity)));
    const lists = world.entities.map(({ forms }, entity) => {
      const declared: Reshape[] = [];
      for (const form of forms[version]!) {
        declared.push(form.declare(current[entity]!, write));
        current[entity] = declared.at(-1)!.before as z.ZodType;
      }
      return declared;
    });
    const groups = (world.together ? [lists.flat()] : lists).filter((list) => list.length > 0);
    const schemas = groups.map((list, index) => change({ title: `Schemas ${version}.${index}`, schemas: list }));
    const operations = world.operations[version]!.map((one) =>
      operation(controllers[one.operation], one.operation as never, wayOf(one, version, world, write) as never),
    );
    const addresses = operations.length > 0 ? [change({ title: `Operations ${version}`, operations })] : [];
    entries.unshift({ version: `${version}`, changes: [...schemas, ...addresses] });
  }
  const released = world.unreleased ? entries.slice(0, -1) : entries;
  return defineVersions(['1', ...released], world.unreleased ? { next: entries.at(-1)!.changes } : {});
}

function wayOf(one: OperationChange, version: number, world: World, write: Write) {
  const address = addressBefore(one, version);
  if (!one.wrapped) return { before: address };
  const older = write(wrapped(planOf(world, one.operation, version)));
  return one.operation === 'send'
    ? { before: { ...address, body: older }, up: ({ body }: { readonly body: Values }) => ({ body: body.data }) }
    : {
        before: { ...address, response: older },
        down: ({ status, body }: Answer) => (status < 300 ? { body: { data: body } } : {}),
      };
}

const queryText = (values: Values): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  ).toString();
