import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import {
  change,
  Controller,
  createApp,
  defineVersions,
  Get,
  Module,
  renamed,
  reshape,
  type ServiceOptions,
  type Versions,
} from 'svckit';
import { z } from 'zod';

const rounds = 41;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const versioning = (versions: Versions): ServiceOptions => ({
  versioning: { type: 'header', header: 'X-API-Version', versions },
});

const User = z
  .object({ id: z.int(), firstName: z.string(), lastName: z.string(), email: z.string(), tags: z.array(z.string()) })
  .meta({ id: 'User' });
const UserV1 = z.object({ id: z.int(), name: z.string(), email: z.string() });
const Page = z.object({ items: z.array(User), next: z.string().nullable() });
const Ping = z.object({ pong: z.boolean(), at: z.string() });
const users = Array.from({ length: 20 }, (_, id) => ({
  id,
  firstName: `First${id}`,
  lastName: `Last${id}`,
  email: `user${id}@example.com`,
  tags: ['one', 'two'],
}));

const names = change({
  title: 'Names and tags',
  schemas: [
    reshape(User, {
      before: UserV1,
      down: ({ id, firstName, lastName, email }) => ({ id, name: `${firstName} ${lastName}`, email }),
    }),
  ],
});
const pages = change({
  title: 'Pages',
  schemas: [reshape(Page, { before: z.array(User), down: ({ items }) => items })],
});
const changed = defineVersions(['1', { version: '2', changes: [names, pages] }]);
const unrelated = defineVersions([
  '1',
  ...Array.from({ length: 99 }, (_, index) => {
    const schema = z.object({ [`name${index}`]: z.string() });
    return {
      version: String(index + 2),
      changes: [change({ title: `Change ${index}`, schemas: [renamed(schema, { [`name${index}`]: 'old' } as never)] })],
    };
  }),
]);

const list = { response: Page } as const;
const ping = { response: Ping } as const;
@Controller('users')
class Users {
  @Get('', list) list() {
    return { items: users, next: null };
  }
  @Get('ping', ping) ping() {
    return { pong: true, at: 'now' };
  }
}
const listV1 = { response: z.array(UserV1) } as const;
/** What a team writes without changes: a handler of its own for version 1. */
@Controller('users')
class UsersV1 {
  @Get('', listV1) list() {
    return users.map(({ id, firstName, lastName, email }) => ({ id, name: `${firstName} ${lastName}`, email }));
  }
}
@Module({ controllers: [Users] })
class Newest {}
@Module({ controllers: [UsersV1] })
class ByHand {}

const res = { headersSent: false, getHeaderNames: () => [] as string[], writeHead() {}, end() {} };

async function calling(root: new () => object, options: ServiceOptions, url: string, version: string | null) {
  const { handler } = await createApp(root, options);
  const req = new IncomingMessage(new Socket());
  req.method = 'GET';
  const headers = ['Host', 'localhost:3000', ...(version === null ? [] : ['X-API-Version', version])];
  (req as unknown as { _addHeaderLines(lines: readonly string[], count: number): void })._addHeaderLines(
    headers,
    headers.length,
  );
  return (calls: number) => {
    const start = process.hrtime.bigint();
    for (let index = 0; index < calls; index++) {
      req.url = url;
      handler(req, res as unknown as ServerResponse);
    }
    return Number(process.hrtime.bigint() - start) / calls;
  };
}
type Call = Awaited<ReturnType<typeof calling>>;

/** The median of paired ratios, so that a slowdown of the machine affects both. */
function compare(one: Call, other: Call, calls: number) {
  for (const call of [one, other]) call(calls * 4);
  const pairs = Array.from({ length: rounds }, (_, round) => {
    if (round % 2) return [one(calls), other(calls)] as const;
    const second = other(calls);
    return [one(calls), second] as const;
  });
  return {
    ratio: median(pairs.map(([a, b]) => a / b)).toFixed(3),
    nanoseconds: median(pairs.map(([a]) => a)).toFixed(0),
  };
}

const header = { versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '2' } } as const;
const rows: (readonly [string, string, string])[] = [];
const row = (name: string, { ratio, nanoseconds }: ReturnType<typeof compare>) => rows.push([name, nanoseconds, ratio]);

row(
  'a route that no change touches, beside the same service without versions as changes',
  compare(
    await calling(Newest, versioning(changed), '/users/ping', '2'),
    await calling(Newest, header, '/users/ping', '2'),
    50_000,
  ),
);
row(
  'a page of 20 users in version 1, beside a handler written for version 1',
  compare(
    await calling(Newest, versioning(changed), '/users', '1'),
    await calling(ByHand, versioning(defineVersions(['1'])), '/users', '1'),
    5_000,
  ),
);
row(
  'a page behind a hundred versions that do not change it, beside one version',
  compare(
    await calling(Newest, versioning(unrelated), '/users', '1'),
    await calling(Newest, versioning(defineVersions(['1'])), '/users', '1'),
    5_000,
  ),
);
process.stdout.write(JSON.stringify(rows));
process.exit(0);
