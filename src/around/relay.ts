import type { Passage } from '../routing/changes/passage.js';
import { HttpError } from '../routing/table/http-error.js';
import type { Route } from '../routing/table/route.js';
import type { Exchange } from '../server/endpoint/exchange.js';
import { isThenable } from '../server/endpoint/is-thenable.js';
import { relayed } from '../server/endpoint/relayed.js';
import { ofOnePage } from '../server/endpoint/version-tags.js';
import { parseHandedOn } from '../server/request/read-body.js';
import { type AdaptAddress, addressesFor } from './convert/addresses.js';
import { AnswerConverter } from './convert/answer.js';
import { inTime } from './convert/in-time.js';
import { type ApplicationAddress, type ConvertedRequest, convertRequest, passingHead } from './convert/request.js';
import { sendConverted } from './convert/send-converted.js';
import { placeAnswer } from './fetch/fetch-onward.js';
import { listed } from './hop-by-hop.js';
import type { NamesVersion } from './name-version.js';
import type { RelayParts } from './relay-parts.js';
import { onwardOf } from './onward.js';

/** The handler of an operation that the application answers. */
export function relay(address: ApplicationAddress, parts: RelayParts): (exchange: Exchange) => unknown {
  const converters = new WeakMap<Route, AnswerConverter>();
  const converterOf = (route: Route, passage: Passage) => {
    const known = converters.get(route);
    if (known !== undefined) return known;
    const made = new AnswerConverter(route, passage, parts);
    converters.set(route, made);
    return made;
  };
  return (exchange) => {
    const { route, passage } = exchange.endpoint;
    refuseHopByHop(exchange, parts.names);
    if (passage === null) return passBytes(exchange, address, parts.names);
    if (passage.collecting) return askForPage(exchange, address, passage, parts, converterOf(route, passage));
    return convert(exchange, address, passage, parts, converterOf(route, passage));
  };
}

/** Throws a 400 where `Connection` lists the field that names the version: it would concern this connection only (RFC 9110, section 7.6.1). */
function refuseHopByHop({ req: { headers } }: Exchange, { field }: NamesVersion): void {
  if (field === null || headers.connection === undefined || !listed(headers.connection).includes(field)) return;
  throw new HttpError(400, `Connection lists ${field}, which names the version. Send it without.`);
}

function passBytes(exchange: Exchange, address: ApplicationAddress, names: NamesVersion): typeof relayed {
  onwardOf(exchange.req).pass(exchange, passingHead(exchange, address, names), addressesOf(exchange, names));
  return relayed;
}

/** null where the version has the same addresses. */
function addressesOf(exchange: Exchange, names: NamesVersion): AdaptAddress | null {
  const { route, headers } = exchange.endpoint;
  const adapt = names.forClients(route);
  return adapt === null ? null : addressesFor(exchange.req, headers, adapt);
}

/** Hands on a request that the changes have converted, and sends the answer that they convert. */
function convert(
  exchange: Exchange,
  address: ApplicationAddress,
  passage: Passage,
  parts: RelayParts,
  converter: AnswerConverter,
): unknown {
  const converted = convertRequest(exchange, address, passage, parts);
  const onward = onwardOf(exchange.req);
  const call = ({ head, body }: ConvertedRequest) =>
    sendConverted(exchange, converter, onward.keepsTime ? null : parts, (awaiting) =>
      onward.call(exchange, head, body, addressesOf(exchange, parts.names), awaiting),
    );
  // Awaiting a value that is here already costs a turn of the event loop.
  return isThenable(converted) ? converted.then(call) : call(converted);
}

/** One page of a list that the version has whole: its value, or another answer, which is sent. */
async function askForPage(
  exchange: Exchange,
  address: ApplicationAddress,
  passage: Passage,
  parts: RelayParts,
  converter: AnswerConverter,
): Promise<unknown> {
  const { head } = await convertRequest(exchange, address, passage, parts);
  const answer = await inTime(
    onwardOf(exchange.req).ask(exchange, { ...head, method: 'GET' }),
    parts.timeoutMs,
    parts.operation,
  );
  const placed = placeAnswer(exchange.response, answer);
  if (answer.status !== passage.status) {
    await converter.send(exchange, placed);
    return undefined;
  }
  for (const name of ['Content-Length', 'Transfer-Encoding', ...ofOnePage.answer]) exchange.response.removeHeader(name);
  return parseHandedOn(Buffer.from(await answer.arrayBuffer()));
}
