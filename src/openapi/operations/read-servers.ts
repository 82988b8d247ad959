import { matchPattern } from '../../json/pattern/match-pattern.js';
import { sharingSteps } from '../../json/pattern/step-limit.js';
import { listAt, objectAt, textAt, type Json, type JsonObject } from '../../json/json.js';
import { escapePattern } from '../../text/escape.js';
import type { Operation } from './operation-pair.js';

const mostAddresses = 100;

/** The addresses that clients may call, `{name}` for a variable that may be anything; without `servers` the place of the document, `/`. */
export function readServers(servers: Json | undefined): readonly string[] {
  const list = listAt(servers);
  if (list.length === 0) return ['/'];
  const addresses = known.get(list) ?? [...new Set(list.map(objectAt).flatMap(listAddresses))];
  known.set(list, addresses);
  return addresses;
}

const known = new WeakMap<readonly Json[], readonly string[]>();

/** What was served and is not served now, and the other way round; with `moved`, a path of the addresses that went into those of operations. */
export function compareServers(
  base: Json | undefined,
  revision: Json | undefined,
  moved: readonly [base: string, revision: string],
) {
  const [from, to] = [readServers(base), readServers(revision)].map((addresses, side) =>
    moved[side] === '' ? addresses : addresses.map((address) => address.slice(0, -moved[side]!.length) || '/'),
  ) as [readonly string[], readonly string[]];
  return sharingSteps(() => {
    const [isInBase, isInRevision] = [addressFinder(from), addressFinder(to)];
    return { removed: from.filter((one) => !isInRevision(one)), added: to.filter((one) => !isInBase(one)) };
  });
}

/** What the addresses of all servers of an operation have behind the host, such as `/v1`; empty where they differ. */
export function pathOfServers({ servers, document }: Pick<Operation, 'servers' | 'document'>): string {
  const paths = new Set(readServers(servers ?? document.root['servers']).map(pathOfAddress));
  const [path = ''] = paths;
  return paths.size === 1 ? path : '';
}

const pathOfAddress = (address: string) => address.replace(origin, '').replace(/\/$/, '');

const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i;

function listAddresses(server: JsonObject): readonly string[] {
  const url = textAt(server['url']) ?? '/';
  const variables = objectAt(server['variables']);
  const names = [...new Set([...url.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]!))];
  return names
    .reduce<readonly string[]>(
      (addresses, name) => {
        const choices = listAt(objectAt(variables[name])['enum']).map(String);
        return choices.length === 0 || addresses.length * choices.length > mostAddresses
          ? addresses
          : addresses.flatMap((address) => choices.map((choice) => address.replaceAll(`{${name}}`, choice)));
      },
      [url],
    )
    .map(normalize);
}

/** Finds whether an address is one of some, or fills in the variables of one; of many with variables, it tries the first. */
function addressFinder(servers: readonly string[]): (address: string) => boolean {
  const blanks = new Set(servers.map(withBlanks));
  const patterns = servers
    .filter((server) => server.includes('{'))
    .slice(0, mostAddresses)
    .map(patternOf);
  return (address) => {
    const blank = withBlanks(address);
    return blanks.has(blank) || patterns.some((pattern) => matchPattern(pattern, blank));
  };
}

const withBlanks = (address: string): string => address.replaceAll(/\{[^}]*\}/g, '{}');

function patternOf(server: string): string {
  const parts = server.split(/\{[^}]*\}/).map((part) => escapePattern(part));
  return `^${parts.join('[^/]*')}$`;
}

/** A slash at the end, and the case of scheme and host, make no other address. */
function normalize(address: string): string {
  const short = address.replace(/\/+$/, '') || '/';
  return short.replace(origin, (text) => text.toLowerCase());
}
