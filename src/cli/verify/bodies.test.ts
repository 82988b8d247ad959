import { createApp } from '../../server/create-app.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { openApi } from '../sources/open-api.js';
import { capture } from '../testing/capture-io.js';

const source = `
import { bytes, Controller, defineService, file, form, type Input, Module, multipart, ndjson, Post, text } from 'svckit';
import { z } from 'zod';

const Fields = z.object({ name: z.string().min(1).max(20), amount: z.int().min(1).max(9), tags: z.array(z.string().max(5)).max(3).optional() });
const Order = form(Fields);
const Photo = multipart({
  fields: Fields,
  files: { note: file({ mediaTypes: ['image/png', 'text/plain'], maxBytes: 100 }), more: file({ max: 2, optional: true }) },
});
const Note = text({ maxBytes: 6000 });
const Blob = bytes({ mediaTypes: ['application/octet-stream', 'image/png'] });
const Line = ndjson(z.object({ id: z.int().min(1) }));
const Picture = multipart({ files: { picture: file({ mediaTypes: ['image/png'] }) } });
const Done = { 201: z.object({ got: z.string() }) };

@Controller('send')
class SendController {
  @Post('form', { body: Order, response: Done }) form({ body }: Input<{ body: typeof Order }>) { return { got: body.name + body.amount }; }
  @Post('photo', { body: Photo, response: Done }) photo({ body }: Input<{ body: typeof Photo }>) { return { got: body.fields.name + body.files.note.size }; }
  @Post('text', { body: Note, response: Done }) text({ body }: Input<{ body: typeof Note }>) { return { got: body.slice(0, 3) }; }
  @Post('bytes', { body: Blob, response: Done }) bytes({ body }: Input<{ body: typeof Blob }>) { return { got: String(body.length) }; }
  @Post('lines', { body: Line, response: Done })
  async lines({ body }: Input<{ body: typeof Line }>) {
    let last = 0;
    for await (const { id } of body) last = id;
    return { got: String(last) };
  }
  @Post('picture', { body: Picture, response: Done }) picture() { return { got: 'a picture' }; }
}
@Module({ controllers: [SendController] })
class Root {}
export default defineService({ root: Root, info: { title: 'Bodies', version: '1.0.0' } });`;

let project: ReturnType<typeof makeProject>;
let app: Awaited<ReturnType<typeof createApp>>;
let url: string;
beforeAll(async () => {
  project = makeProject({ 'svc.config.ts': source });
  const { service } = await openApi({}, project);
  const { root, ...options } = service!.definition;
  app = await createApp(root, { ...options, logger: { info() {}, warn() {}, error() {} } });
  url = await app.listen(0);
});
afterAll(async () => {
  await app.close();
  project.remove();
});

it('sends valid and invalid bodies of every form that it can write', async () => {
  const { code, stdout } = await capture(['verify', url, '--write', '--requests', '40', '--coverage'], project);
  const lines = stdout.split('\n').filter((line) => line.startsWith('  POST'));
  expect(
    lines.map((line) => line.replaceAll(/×\d+/g, '×n').replace(/; not reached:[\d, ]*/, '')),
  ).toMatchInlineSnapshot(`
    [
      "  POST /send/bytes    201 ×n, 415 ×n",
      "  POST /send/form     201 ×n, 400 ×n, 415 ×n",
      "  POST /send/lines    201 ×n, 400 ×n, 415 ×n",
      "  POST /send/photo    201 ×n, 400 ×n, 415 ×n; never tried: body /more: minItems (what breaks it cannot be sent); never tried: body /more: maxItems (what breaks it cannot be sent)",
      "  POST /send/picture  none; files of image/png are not generated: try it by hand",
      "  POST /send/text     201 ×n, 415 ×n",
    ]
  `);
  expect({ code, stdout }).toMatchObject({ code: 0 });
});
