import { ApiDoc, Controller, Get, inject } from 'svckit';
import { z } from 'zod';
import { FLAGS } from './flags.js';
import { Revision } from './revision.js';
import { STARTED_AT } from './started-at.js';

const Wiring = z
  .object({
    startedAt: z.iso.datetime().describe('From a factory, provide(STARTED_AT, { useFactory, inject: [APP_STATE] }).'),
    revision: z.string().describe('From a class, provide(Revision, { useClass: ConfiguredRevision }).'),
    flags: z.record(z.string(), z.boolean()).describe('From a value, provide(FLAGS, { useValue }).'),
  })
  .meta({
    id: 'Wiring',
    examples: [{ startedAt: '2026-11-01T08:00:00.000Z', revision: 'development', flags: { streamedListings: true } }],
  });

const show = { response: Wiring };

@ApiDoc({ tags: ['Wiring'] })
@Controller('wiring')
export class WiringController {
  readonly #startedAt = inject(STARTED_AT);
  readonly #revision = inject(Revision);
  readonly #flags = inject(FLAGS);

  @ApiDoc({
    summary: 'What was wired',
    description:
      'Three injected values, one from each kind of provider: token() names a value that is not a class, inject() requests it, and provide() supplies it from a factory, a class or a value.',
  })
  @Get('', show)
  show() {
    return { startedAt: this.#startedAt, revision: this.#revision.name, flags: { ...this.#flags } };
  }
}
