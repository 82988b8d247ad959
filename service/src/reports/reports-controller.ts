import { ApiDoc, Controller, Get, HttpError, inject, type Input, Patch, Post, Public, Roles } from 'svckit';
import { z } from 'zod';
import { created, setLocation } from '../created.js';
import { changeUnavailable, databaseUnavailable, NotFound, Problem } from '../problem-schemas.js';
import { CreateReport, RenameReport, ReportsHealth, ReportTitles } from './reports-schemas.js';
import { ReportsStore } from './reports-store.js';

const refusals = { 401: Problem, 403: Problem };
const list = { response: { 200: ReportTitles, ...refusals, 503: databaseUnavailable } };
const create = { body: CreateReport, response: { 201: created(ReportTitles), ...refusals, 503: changeUnavailable } };
const health = { response: { 200: ReportsHealth, 503: databaseUnavailable } };
const rename = {
  params: z.object({
    id: z.coerce
      .number()
      .int()
      .min(Number.MIN_SAFE_INTEGER)
      .max(Number.MAX_SAFE_INTEGER)
      .describe('The position in the list, starting at 1.')
      .meta({ examples: [1] }),
  }),
  body: RenameReport,
  response: { 200: ReportTitles, 404: NotFound, ...refusals, 503: changeUnavailable },
};

@ApiDoc({ tags: ['Reports'] })
@Controller('reports')
export class ReportsController {
  readonly #reports = inject(ReportsStore);

  @ApiDoc({ summary: 'List reports', description: 'The titles of all reports, oldest first.' })
  @Roles('admin')
  @Get('', list)
  async list(_input: Input<typeof list>) {
    return [...(await this.#reports.titles())];
  }

  @ApiDoc({ summary: 'Create a report', description: 'Returns the titles of all reports, the new one last.' })
  @Roles('admin')
  @Post('', create)
  async create({ body, req, res }: Input<typeof create>) {
    await this.#reports.create(body.title);
    setLocation({ req, res }, '.');
    return [...(await this.#reports.titles())];
  }

  @ApiDoc({ summary: 'Report whether reports work', description: 'Public, unlike the reports themselves.' })
  @Public()
  @Get('health', health)
  async health(_input: Input<typeof health>) {
    return { status: 'up' as const, reports: await this.#reports.count() };
  }

  @ApiDoc({
    summary: 'Rename a report',
    description: 'The id is the position of the report in the list, starting at 1.',
  })
  @Roles('editor')
  @Patch(':id', rename)
  async rename({ params: { id }, body }: Input<typeof rename>) {
    if (!(await this.#reports.rename(id, body.title))) throw new HttpError(404, `Unknown report ${id}.`);
    return [...(await this.#reports.titles())];
  }
}
