import { problem, type BootProblem } from '../../report/boot-problem.js';
import { isJson, responseDetail } from '../table/responses.js';
import { handlerName, type Route } from '../table/route.js';
import type { Crossing } from './crossings.js';
import { namingList } from './operation-stage.js';

/** A list is made of the pages of a GET, whose query says which page it is. */
export function invalidCollects(crossings: readonly Crossing[]): BootProblem[] {
  return crossings.flatMap((crossing) => {
    const { hop, operation, newer } = crossing;
    if (!operation?.collect) return [];
    const found = faultOf(crossing);
    if (!found) return [];
    const [fault, fix] = found;
    const { title, source } = operation.change;
    return [
      problem(
        'invalid-collect',
        `The change "${title}" of version ${hop.version} collects the pages of ${handlerName(newer)}, ${fault}.`,
        fix,
        { source: source(), handler: handlerName(newer) },
      ),
    ];
  });
}

type Fault = readonly [fault: string, fix: string];

function faultOf({ hop, operation, newer, older }: Crossing): Fault | null {
  const other = [newer, older].find(({ method }) => method !== 'GET');
  if (other)
    return [
      `which ${other === newer ? 'is' : 'was'} a ${other.method}`,
      'Only the pages of a GET can be collected: keep a handler of its own for older versions.',
    ];
  const page = pageOf(newer);
  if (page.stream !== undefined)
    return ['which is a stream', 'A stream has no pages: convert its items with a reshape, and remove collect.'];
  if (!page.schema || !(page.mediaTypes ?? ['application/json']).every(isJson))
    return [
      'whose answer is not JSON with a schema',
      'Declare the schema of a page: response: { 200: z.object({ … }) }.',
    ];
  if (!newer.schemas.query)
    return [
      'which takes no query',
      'Declare the query that asks for the next page: query: z.object({ cursor: z.string().optional() }).',
    ];
  return namingList(hop, operation!, newer)
    ? null
    : [
        'and nothing says what older versions answer',
        'Name the older answer: before: { response: { 200: z.array(Item) } }.',
      ];
}

const pageOf = ({ responses, status }: Route) => responseDetail(responses[status] ?? null);
