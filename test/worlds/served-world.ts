import { HttpError, type Versions } from 'svckit';
import { buildDocument } from 'svckit/export';
import type { z } from 'zod';
import { declareVersions } from './declare-versions.js';
import type { Values } from './form.js';
import { JudgedDocument } from './judged-document.js';
import { LiveSchemas } from './schemas.js';
import { type Service, stages } from './stages.js';
import { addressOf, type OperationName, type World } from './world.js';
import { type Desk, handlersOf, operationsOf } from './world-handlers.js';

/** What a client gets. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A world as a service with all its versions. */
export class ServedWorld implements AsyncDisposable {
  readonly #world: World;
  readonly #service: Service;
  readonly #desk: Desk;
  readonly #documents = new Map<number, JudgedDocument>();

  private constructor(
    world: World,
    service: Service,
    desk: Desk,
    readonly root: z.ZodType,
  ) {
    this.#world = world;
    this.#service = service;
    this.#desk = desk;
  }

  static async serve(world: World, stage: keyof typeof stages = 'native'): Promise<ServedWorld> {
    const desk: Desk = { received: [], answer: null };
    const live = new LiveSchemas(world);
    const [root, query] = [live.of(world.root), live.of(world.query)];
    const operations = operationsOf(root, query, world.answers);
    const service = await stages[stage]({
      operations,
      handlers: handlersOf(operations, desk),
      declare: (changeOperation) => declareVersions(world, live, changeOperation),
      logger: { info() {}, warn() {}, error: (_, details) => (desk.failure = details) },
    });
    return new ServedWorld(world, service, desk, root);
  }

  get versions(): Versions {
    return this.#service.versions;
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
    return buildDocument(this.#service.routes, { versioning, apiVersion: this.nameOf(version) });
  }

  async #ask(version: number, method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.#service.request(`/things${path && `/${path}`}`, {
      method,
      headers: { 'X-API-Version': this.nameOf(version), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#service.close();
  }
}

const queryText = (values: Values): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  ).toString();
