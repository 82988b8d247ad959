import { METHODS } from 'node:http';
import type { DescribedService } from '../../export/index.js';
import type { BootProblem } from '../../report/boot-problem.js';
import { refusedStatuses } from '../../routing/changes/refused-statuses.js';
import { explainRequest } from '../../routing/explain/explain-request.js';
import { explanationJson, formatExplanation } from '../../routing/explain/format-explanation.js';
import { previewFieldReader } from '../../routing/matching/preview-field.js';
import { servedNext } from '../../routing/table/compile-routes.js';
import { handlerName, type Route } from '../../routing/table/route.js';
import { unknownName } from '../../text/nearest-name.js';
import { usageError } from '../command-failure.js';
import { defineCommand } from '../program/define-command.js';
import { terminalOf } from '../terminal/terminal-of.js';
import { openService, refuseProblems } from '../sources/open-service.js';
import { chooseFrom, declareAsOf, declareEntry, readAsOf } from '../shared-options.js';

interface ExplainOptions {
  readonly header?: readonly string[];
  readonly pin?: string;
  readonly asOf?: string;
  readonly format: 'pretty' | 'json';
  readonly headers?: boolean;
  readonly demo?: boolean;
}

export const explainCommand = defineCommand<ExplainOptions>({
  declare: (command) => {
    declareEntry(command.argument('<method>', 'request method').argument('<path>', 'request path, with the query'))
      .option(
        '-H, --header <header>',
        "request header, as 'Name: value' (repeatable)",
        (value: string, before: readonly string[] = []) => [...before, value],
      )
      .option('--pin <version>', 'version that the caller is pinned to')
      .option('--headers', 'show the headers that every answer to the request has')
      .addOption(chooseFrom('--format <format>', 'output format', ['pretty', 'json']).default('pretty'));
    declareAsOf(command);
  },
  examples: [
    { line: "svc explain GET /api/users/7 -H 'X-API-Version: 2'", meaning: 'what answers, and why' },
    { line: 'svc explain DELETE /api/users', meaning: 'why this request is refused' },
  ],
  execute: async ({
    io,
    operands: [method, path, entry],
    options: { header = [], headers, pin, asOf, format, demo },
  }) => {
    const request = { method: readMethod(method!), url: readTarget(path!), headers: readHeaders(header), pin };
    const today = readAsOf(asOf, io.now);
    const service = await openService(
      { entry, demo },
      { command: 'svc explain', instead: 'svc routes lists the operations of documents.' },
      io,
    );
    await refuseProblems(service);
    if (pin !== undefined && !service.definition.versioning?.pin)
      throw usageError('--pin needs versioning.pin, which this service does not set.');
    const { appHeaders } = await import('../../server/headers/app-headers.js');
    const explanation = explainRequest(
      request,
      [...service.table.routes, ...servedNext(service.table, service.definition.versioning)],
      { ...service.definition, now: () => today },
      appHeaders(service.definition),
      service.table.previews && { table: service.table.previews, read: await previewFieldReader() },
    );
    const problems = explanation.route ? await changeProblems(explanation.route, service, today) : [];
    const refused = explanation.route ? refusalsOf(explanation.route, service) : undefined;
    io.stdout.write(
      format === 'json'
        ? explanationJson(explanation, problems, refused)
        : formatExplanation(explanation, { problems, refused, withHeaders: headers, ...terminalOf(io) }),
    );
    return explanation.outcome === 'handler' || explanation.outcome === 'mount' ? 0 : 1;
  },
});

/** What `svc check` says of the changes that an operation goes through, except where it concerns another operation alone. */
async function changeProblems(route: Route, service: DescribedService, asOf: Date): Promise<readonly BootProblem[]> {
  if (route.changes.length === 0) return [];
  const { checkService } = await import('../../export/index.js');
  return checkService(service, { asOf }).filter(
    ({ change, handler }) =>
      route.changes.some(({ id }) => id === change) && (handler === null || handler === handlerName(route)),
  );
}

function refusalsOf(route: Route, { definition: { versioning }, table }: DescribedService) {
  const versions = versioning ? versioning.versions : undefined;
  return versions && refusedStatuses(route, versions, [...table.routes, ...table.next], table.bindings);
}

function readMethod(text: string): string {
  const method = text.toUpperCase();
  if (METHODS.includes(method)) return method;
  throw usageError(unknownName('method', text, ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']));
}

function readTarget(text: string): string {
  const target = URL.canParse(text) ? new URL(text).pathname + new URL(text).search : text.replace(/#.*$/s, '');
  if (!target.startsWith('/')) throw usageError(`${text} is not a path. Start it with a slash: /${text}`);
  if (/[^\x21-\x7e]/.test(target))
    throw usageError(
      `${text} has characters that a request path cannot contain. Percent-encode it: ${encodeURI(target)}`,
    );
  return target;
}

function readHeaders(lines: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+\-.^_`|~\w]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw usageError(`--header ${JSON.stringify(line)} is not a header. Use -H 'Name: value'.`);
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}
