/** Fields that concern one connection (RFC 9110, section 7.6.1). */
const always: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** A bit for each of their lengths: most names need no look-up. */
const lengths = [...always].reduce((bits, { length }) => bits | (1 << length), 0);

const concernsConnection = (name: string) => ((lengths >>> name.length) & 1) === 1 && always.has(name.toLowerCase());

/** Names and values, one after the other, without those that concern this connection: the ones above, and those that `Connection` lists. */
export function endToEnd(raw: readonly string[]): string[] {
  const kept: string[] = [];
  let others: string[] | null = null;
  for (let index = 0; index < raw.length; index += 2) {
    const [name, value] = [raw[index]!, raw[index + 1]!];
    if (!concernsConnection(name)) kept.push(name, value);
    else if (name.toLowerCase() === 'connection' && value !== 'keep-alive' && value !== 'close')
      others = [...(others ?? []), ...listed(value)];
  }
  return others === null ? kept : withoutFields(kept, others);
}

/** Names and values without those of some names, which are in lower case. */
export const withoutFields = (raw: readonly string[], names: readonly string[]): string[] =>
  raw.filter((_, index) => !names.includes(raw[index - (index % 2)]!.toLowerCase()));

/** The names that a `Connection` field lists, in lower case. */
export const listed = (connection: string): readonly string[] =>
  connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
