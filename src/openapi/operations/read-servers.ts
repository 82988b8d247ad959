import { matchPattern } from '../../json/pattern/match-pattern.js';
import { listAt, objectAt, textAt, type Json, type JsonObject } from '../../json/json.js';
import { escapePattern } from '../../text/escape.js';
import type { Operation } from './operation-pair.js';

const mostAddresses = 100;

/** The addresses that clients may call, `{name}` for a variable that may be anything; without `servers` the place of the document, `/`. */
export function readServers(servers: Json | undefined): readonly string[] {
  const written = listAt(servers).map(objectAt);
  return written.length === 0 ? ['/'] : [...new Set(written.flatMap(listAddresses))];
}

/** What was served and is not served now, and the other way round; with `moved`, a path of the addresses that went into those of operations. */
export function compareServers(
  base: Json | undefined,
  revision: Json | undefined,
  moved: readonly [base: string, revision: string],
) {
  const [from, to] = [readServers(base), readServers(revision)].map((addresses, side) =>
    moved[side] === '' ? addresses : addresses.map((address) => address.slice(0, -moved[side]!.length) || '/'),
  ) as [readonly string[], readonly string[]];
  return {
    removed: from.filter((address) => !isServed(address, to)),
    added: to.filter((address) => !isServed(address, from)),
  };
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

/** Whether an address is one of these, or fills in the variables of one. */
function isServed(address: string, servers: readonly string[]): boolean {
  const filled = address.replaceAll(/\{[^}]*\}/g, '{}');
  return servers.some((server) => matchPattern(patternOf(server), filled));
}

function patternOf(server: string): string {
  const parts = server.split(/\{[^}]*\}/).map((part) => escapePattern(part));
  return `^${parts.join('[^/]*')}$`;
}

/** A slash at the end, and the case of scheme and host, make no other address. */
function normalize(address: string): string {
  const short = address.replace(/\/+$/, '') || '/';
  return short.replace(origin, (text) => text.toLowerCase());
}
