import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { didYouMean } from '../../../src/text/nearest-name.js';
import { type SettingName, settingNames } from './settings-schema.js';

export interface YamlReading {
  readonly values: ReadonlyMap<SettingName, string>;
  readonly problems: readonly string[];
}

/** Reads `svc.yaml`, or a file by another name: one flat mapping from setting names, in upper or lower case, to values as written. */
export function readSvcYaml(text: string, file = 'svc.yaml'): YamlReading {
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: 'failsafe', lineCounter: lines, prettyErrors: false });
  const place = (offset: number | undefined) => `${file}:${lines.linePos(offset ?? 0).line}`;
  if (document.errors.length > 0) {
    return refuse(document.errors.map(({ message, pos }) => `${place(pos[0])} is not YAML: ${message}`));
  }
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === '')) return { values: new Map(), problems: [] };
  if (!isMap(root)) return refuse([`${file} must be a mapping of names to values, for example PORT: 8080`]);

  const values = new Map<SettingName, string>();
  const problems: string[] = [];
  for (const { key, value } of root.items) {
    const written = isScalar(key) ? String(key.value) : String(key);
    const where = place((isScalar(key) ? key.range?.[0] : undefined) ?? root.range?.[0]);
    const name = settingNames.find((known) => known === written || known.toLowerCase() === written);
    if (!name) problems.push(`${where}: unknown setting ${JSON.stringify(written)}. ${suggest(written)}`);
    else if (values.has(name)) problems.push(`${where} sets ${name} a second time; keep one of the two`);
    else if (value !== null && !isScalar(value))
      problems.push(`${where} sets ${name} to a list or a mapping; write one value`);
    else values.set(name, isScalar(value) ? String(value.value) : '');
  }
  return { values, problems };
}

function refuse(problems: readonly string[]): YamlReading {
  return { values: new Map(), problems };
}

function suggest(written: string): string {
  return didYouMean(written, settingNames) ?? 'svc config lists the settings.';
}
