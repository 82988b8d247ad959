import { type Event, EVENT_ID, getScalarValue, parseEvents, YAMLException } from 'js-yaml';
import { didYouMean } from '../../../src/text/nearest-name.js';
import { type SettingName, settingNames } from './settings-schema.js';

export interface YamlReading {
  readonly values: ReadonlyMap<SettingName, string>;
  readonly problems: readonly string[];
}

/** Reads `svc.yaml`, or a file by another name: one flat mapping from setting names, in upper or lower case, to values as written. */
export function readSvcYaml(text: string, file = 'svc.yaml'): YamlReading {
  const place = (offset: number) => `${file}:${text.slice(0, offset).split('\n').length}`;
  let events: Event[];
  try {
    events = parseEvents(text, {});
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return refuse([`${place(error.mark?.position ?? 0)} is not YAML: ${error.reason}`]);
  }
  const [, root] = events;
  if (root === undefined || (root.type === EVENT_ID.SCALAR && getScalarValue(text, root) === ''))
    return { values: new Map(), problems: [] };
  if (root.type !== EVENT_ID.MAPPING)
    return refuse([`${file} must be a mapping of names to values, for example PORT: 8080`]);

  const values = new Map<SettingName, string>();
  const problems: string[] = [];
  for (const { key, value } of entriesOf(events)) {
    const written = key.type === EVENT_ID.SCALAR ? getScalarValue(text, key) : '';
    const where = place(key.type === EVENT_ID.SCALAR ? key.valueStart : root.start);
    const name = settingNames.find((known) => known === written || known.toLowerCase() === written);
    if (!name) problems.push(`${where}: unknown setting ${JSON.stringify(written)}. ${suggest(written)}`);
    else if (values.has(name)) problems.push(`${where} sets ${name} a second time; keep one of the two`);
    else if (value.type !== EVENT_ID.SCALAR)
      problems.push(`${where} sets ${name} to a list or a mapping; write one value`);
    else values.set(name, getScalarValue(text, value));
  }
  return { values, problems };
}

type Content = Exclude<Event, { type: typeof EVENT_ID.POP } | { type: typeof EVENT_ID.DOCUMENT }>;

/** The names and values of the outermost mapping, each by its first event. */
function* entriesOf([, , ...events]: readonly Event[]): Generator<{ readonly key: Content; readonly value: Content }> {
  let depth = 0;
  let key: Content | null = null;
  for (const event of events) {
    if (event.type === EVENT_ID.POP) depth -= 1;
    else if (event.type !== EVENT_ID.DOCUMENT) {
      if (depth === 0 && key) {
        yield { key, value: event };
        key = null;
      } else if (depth === 0) key = event;
      if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) depth += 1;
    }
    if (depth < 0) return;
  }
}

function refuse(problems: readonly string[]): YamlReading {
  return { values: new Map(), problems };
}

function suggest(written: string): string {
  return didYouMean(written, settingNames) ?? 'svc config lists the settings.';
}
