import { matchPattern } from '../../json/pattern/match-pattern.js';
import { listAt, objectAt, textAt, type Json, type JsonObject } from '../../json/json.js';
import { escapePattern } from '../../text/escape.js';

const mostAddresses = 100;

/** The addresses that clients may call, `{name}` for a variable that may be anything; without `servers` the place of the document, `/`. */
export function readServers(servers: Json | undefined): readonly string[] {
  const written = listAt(servers).map(objectAt);
  return written.length === 0 ? ['/'] : [...new Set(written.flatMap(listAddresses))];
}

/** What was served and is not served now, and the other way round. */
export function compareServers(base: Json | undefined, revision: Json | undefined) {
  const [from, to] = [readServers(base), readServers(revision)];
  return {
    removed: from.filter((address) => !isServed(address, to)),
    added: to.filter((address) => !isServed(address, from)),
  };
}

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
  return short.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, (origin) => origin.toLowerCase());
}
