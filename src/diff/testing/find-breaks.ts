import { isObject, listAt, objectAt, sameJson, type Json, type JsonObject } from '../../json/json.js';
import { drawValues } from '../../jsonschema/values/draw-values.js';
import { brokenRules } from '../../jsonschema/values/broken-rules.js';
import { holdersOf, operationsOf, partAt, type Holder, type Tokens } from './document-parts.js';
import { letsIn, type Peer, readParameter, writeParameter } from './exchanges.js';

/** Two documents, opened. */
export interface Sides {
  readonly base: Peer;
  readonly revision: Peer;
}

/** What breaks between two documents, by values sent from one side to the other. */
export interface Break {
  readonly direction: 'request' | 'response';
  /** The operation that it breaks. */
  readonly operation: Tokens;
  readonly what: string;
}

/** What breaks from one document to the other; `samples` are tried beside values that are drawn from the schemas. */
export function* findBreaks(sides: Sides, samples: readonly Json[]): Generator<Break> {
  const [base, revision] = [sides.base.document, sides.revision.document];
  for (const at of operationsOf(base)) {
    if (partAt(revision, at) === undefined)
      yield { direction: 'request', operation: at, what: `${at.join(' ')} is gone` };
    else yield* breaksOf(sides, at, samples);
  }
}

function* breaksOf(sides: Sides, at: Tokens, samples: readonly Json[]): Generator<Break> {
  const [base, revision] = [sides.base.document, sides.revision.document];
  const [before, after] = [objectAt(partAt(base, at)), objectAt(partAt(revision, at))];
  const [wanted, wants] = [before['security'] ?? base['security'], after['security'] ?? revision['security']];
  for (const held of listAt(wanted).length === 0 ? [{}] : listAt(wanted))
    if (!letsIn(revision, wants, objectAt(held), base))
      yield { direction: 'request', operation: at, what: `shut out: ${JSON.stringify(held)}` };
  const names = (operation: JsonObject) => listAt(operation['parameters']).map(objectAt);
  for (const parameter of names(after))
    if (parameter['required'] === true && !names(before).some((one) => isSameParameter(one, parameter)))
      yield { direction: 'request', operation: at, what: `needs ${String(parameter['name'])}` };
  if (isObject(before['requestBody']) && !isObject(after['requestBody']))
    yield { direction: 'request', operation: at, what: 'takes no body' };
  if (objectAt(after['requestBody'])['required'] === true && objectAt(before['requestBody'])['required'] !== true)
    yield { direction: 'request', operation: at, what: 'needs a body' };
  const others = holdersOf(revision);
  for (const holder of holdersOf(base).filter(({ operation }) => operation.join() === at.join())) {
    const [own, direction] = [
      objectAt(partAt(base, holder.tokens)),
      holder.kind === 'parameter' || holder.kind === 'body' ? 'request' : 'response',
    ] as const;
    const partner = others.find((one) => isPartner(base, revision, holder, one));
    if (!partner) {
      if (holder.kind === 'body' && isObject(after['requestBody']))
        yield { direction, operation: at, what: `takes no ${holder.mediaType}` };
      continue;
    }
    const other = objectAt(partAt(revision, partner.tokens));
    const isLess = direction === 'request' ? [own, other] : [other, own];
    if (holder.kind !== 'body' && isLess[1]!['required'] === true && isLess[0]!['required'] !== true)
      yield { direction, operation: at, what: `${holder.tokens.join(' ')} may be left out` };
    if (isSame(base, revision, own, other)) continue;
    const lost = findLost(sides, direction, holder, partner, samples);
    if (lost !== undefined)
      yield { direction, operation: at, what: `${holder.tokens.join(' ')}: ${JSON.stringify(lost)}` };
  }
}

/** Whether two parts of documents are written alike, and so is what they may refer to. */
function isSame(base: JsonObject, revision: JsonObject, left: JsonObject, right: JsonObject): boolean {
  const schemas = (document: JsonObject) => objectAt(document['components'])['schemas'];
  return (
    sameJson(left, right) && (!JSON.stringify(left).includes('"$ref"') || sameJson(schemas(base), schemas(revision)))
  );
}

const isSameParameter = (left: JsonObject, right: JsonObject) =>
  left['in'] === right['in'] && left['name'] === right['name'];

function isPartner(base: JsonObject, revision: JsonObject, left: Holder, right: Holder): boolean {
  if (left.kind !== 'parameter' || right.kind !== 'parameter') return left.tokens.join() === right.tokens.join();
  const [one, other] = [partAt(base, left.tokens), partAt(revision, right.tokens)];
  return left.operation.join() === right.operation.join() && isSameParameter(objectAt(one), objectAt(other));
}

/** A value that the sender's document allows and the receiver's does not. */
function findLost(
  { base, revision }: Sides,
  direction: Break['direction'],
  ofBase: Holder,
  ofRevision: Holder,
  samples: readonly Json[],
): Json | undefined {
  const [sender, from, receiver, to] =
    direction === 'request' ? [base, ofBase, revision, ofRevision] : [revision, ofRevision, base, ofBase];
  const [mine, theirs] = [
    objectAt(partAt(sender.document, from.tokens)),
    objectAt(partAt(receiver.document, to.tokens)),
  ];
  const isForm = /form/.test(from.mediaType ?? '');
  const text = isForm || from.mediaType === 'text/plain' ? 'form' : 'none';
  return [...drawn(sender, from.schema, receiver, to.schema), ...samples]
    .filter((value) => sender.accepts(from.schema, value, 'none'))
    .find((value) => {
      if (from.kind === 'body' || from.kind === 'answer')
        return isForm && !isObject(value) ? false : !receiver.accepts(to.schema, value, text);
      const [writing, reading] = from.kind === 'header' ? [asHeader(mine), asHeader(theirs)] : [mine, theirs];
      const sent = writeParameter(writing, value);
      if (sent === null) return false;
      const reads = (parameter: JsonObject, peer: Peer, holder: Holder) =>
        readParameter(parameter, sent).some((one) =>
          peer.accepts(holder.schema, one, parameter['content'] === undefined ? 'parameter' : 'none'),
        );
      if (!reads(writing, sender, from))
        throw new Error(`Not read as it was written: ${JSON.stringify([writing, value, sent])}`);
      return !reads(reading, receiver, to);
    });
}

const asHeader = (header: JsonObject): JsonObject => ({ ...header, name: 'header', in: 'header', style: 'simple' });

/** Values of both schemas and values with one mistake; which side accepts them is for Ajv to say. */
function drawn(sender: Peer, from: Tokens, receiver: Peer, to: Tokens): readonly Json[] {
  const [own, other] = [partAt(sender.document, from), partAt(receiver.document, to)];
  const good = [
    ...(drawValues(sender.schemas, own)?.covering ?? []),
    ...(drawValues(receiver.schemas, other)?.covering ?? []),
  ];
  return [
    ...good,
    ...good.slice(0, 3).flatMap((one) => brokenRules(receiver.schemas, other, one).flatMap(({ values }) => values)),
  ];
}
