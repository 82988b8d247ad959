import {
  constructFromEvents,
  CORE_SCHEMA,
  type Event,
  EVENT_ID,
  mergeTag,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from 'js-yaml';
import { deepestNesting } from './json.js';
import { readYamlEvents } from './yaml-events.js';

/** A text that is no YAML; the message says where. */
export class YamlError extends Error {
  override readonly name = 'YamlError';

  constructor(
    message: string,
    /** Where reading ended; 1 where no place is known. */
    readonly line = 1,
  ) {
    super(message);
  }
}

/** A document, and whether it has aliases: their values are shared, and may even hold themselves. */
export interface YamlReading {
  readonly value: unknown;
  readonly hasAliases: boolean;
}

const schema = CORE_SCHEMA.withTags(mergeTag);

/** Reads one document of YAML 1.2 by the core schema, with merge keys; a name is text, as it is written. Throws YamlError. */
export function readYaml(written: string): YamlReading {
  try {
    const { events, text } = readYamlEvents(written);
    for (const key of listKeys(events)) readAsText(key, text);
    for (const event of events) dropUnknownTag(event, text);
    const documents = constructFromEvents(events, { source: text, schema, maxTotalMergeKeys: -1 });
    if (documents.length > 1) throw new YamlError('it holds several documents; write one.');
    return { value: documents[0] ?? null, hasAliases: events.some(({ type }) => type === EVENT_ID.ALIAS) };
  } catch (error) {
    throw error instanceof YAMLException ? new YamlError(withPlace(error), (error.mark?.line ?? 0) + 1) : error;
  }
}

function withPlace({ reason, mark }: YAMLException): string {
  const said = reason.startsWith('nesting exceeded')
    ? `its values are nested more than ${deepestNesting} levels deep,`
    : reason;
  return mark ? `${said} at line ${mark.line + 1}, column ${mark.column + 1}` : said;
}

/** The scalars that are names in a mapping. */
function listKeys(events: readonly Event[]): readonly ScalarEvent[] {
  const keys: ScalarEvent[] = [];
  const turns: ('key' | 'value' | 'item')[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      turns.pop();
      continue;
    }
    const turn = turns.at(-1);
    if (turn === 'key' && event.type === EVENT_ID.SCALAR) keys.push(event);
    if (turn === 'key' || turn === 'value') turns[turns.length - 1] = turn === 'key' ? 'value' : 'key';
    if (event.type === EVENT_ID.MAPPING) turns.push('key');
    else if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.DOCUMENT) turns.push('item');
  }
  return keys;
}

/** `200` and `1.10` are names, not numbers; `<<` stays what it is. A text of several lines is none of them. */
function readAsText(event: ScalarEvent, text: string): void {
  const isOneLine = event.fast || event.valueStart < 0;
  if (event.style === SCALAR_STYLE.PLAIN && isOneLine && text.slice(event.valueStart, event.valueEnd) !== '<<')
    event.style = SCALAR_STYLE.SINGLE_QUOTED;
}

/** What other tools do with a tag of theirs says nothing of the document: `!include` leaves a text. */
function dropUnknownTag(event: Event, text: string): void {
  if (!('tagStart' in event) || event.tagStart < 0 || text.startsWith('!!', event.tagStart)) return;
  event.tagStart = -1;
  if (event.type === EVENT_ID.SCALAR) readAsText(event, text);
}
