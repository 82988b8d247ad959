import { dayInWords } from '../../text/date.js';
import { countOf } from '../../text/join-words.js';
import { type Calls, ownCalls } from './own-calls.js';
import { type Changing, changingOf, type VersionPair } from '../changing-operations.js';
import { element, find, onPage } from './elements.js';

/** A version as the page lists it, with the address of what it changes. */
type Listed = readonly [version: string, sunset: string | null, pair: string | null];

/** Says what the reader must change: for a signed-in reader by what they call, for anyone else by the version in the address. */
export function startYourVersion(): void {
  onPage(() => void show());
  document.addEventListener('credentials', () => void show());
}

async function show(): Promise<void> {
  const place = find('.yours[data-versions]');
  if (!place) return;
  const versions = JSON.parse(place.dataset.versions!) as Listed[];
  const calls = (await ownCalls(place.dataset.usage)) ?? named(versions);
  const said: HTMLElement[] = [];
  for (const [version] of versions) {
    const operations = calls?.get(version);
    const one = operations === undefined ? null : await describe(version, operations, versions, place);
    if (one) said.push(one);
  }
  place.replaceChildren(...said);
  place.hidden = said.length === 0;
}

function named(versions: readonly Listed[]): Calls | null {
  const from = new URLSearchParams(location.search).get('from');
  return from !== null && versions.some(([version]) => version === from) ? new Map([[from, null]]) : null;
}

/** What calls of a version must change until the shown one, or the newest where that is not newer; null for the newest. */
async function describe(
  version: string,
  own: ReadonlySet<string> | null,
  versions: readonly Listed[],
  { dataset }: HTMLElement,
): Promise<HTMLElement | null> {
  const at = versions.findIndex(([name]) => name === version);
  const shown = versions.findIndex(([name]) => name === dataset.shown);
  const steps = versions.slice(at + 1, (shown > at ? shown : versions.length) + 1);
  if (at === -1 || steps.length === 0) return null;
  const addresses = steps.map(([, , address]) => new URL(address!, location.href).href);
  const pairs = await Promise.all(addresses.map(readPair));
  const changing = changingOf(own, pairs);
  const days = [versions[at]![1], ...changing.map(({ change }) => change.sunset)].filter((one) => one !== null);
  const all = countOf(own?.size ?? pairs[0]!.operations, 'operation');
  const [until] = days.toSorted();
  const words =
    changing.length === 0
      ? `none of your ${all} must change`
      : `${changing.length} of your ${all} must change${until === undefined ? '' : ` by ${dayInWords(until, dataset.today)}`}`;
  return element(
    'div',
    {},
    element('p', {}, element('strong', {}, `You call version ${version}:`), ` ${words}.`),
    ...(changing.length === 0
      ? []
      : [element('ul', {}, ...changing.map((one) => entryOf(one, addresses[one.step]!, pairs[one.step]!)))]),
  );
}

const known = new Map<string, Promise<VersionPair>>();

function readPair(address: string): Promise<VersionPair> {
  let pair = known.get(address);
  if (!pair) known.set(address, (pair = fetch(address).then((response) => response.json() as Promise<VersionPair>)));
  return pair;
}

function entryOf({ name, change }: Changing, address: string, { guide }: VersionPair): HTMLElement {
  const [method, path] = name.split(' ') as [string, string];
  const link = element(
    'a',
    { href: new URL(`${guide}#${change.anchor}`, address).href },
    element('span', { class: `method ${method.toLowerCase()}` }, method),
    ' ',
    element('code', {}, path),
  );
  return element(
    'li',
    {},
    link,
    element('span', { class: 'quiet' }, change.now === null ? ' is gone' : ' must change'),
  );
}
