/** Fields that concern one connection (RFC 9110, section 7.6.1). */
const always = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** Names and values, one after the other, without those that concern this connection: the ones above, and those that `Connection` lists. */
export function endToEnd(raw: readonly string[]): string[] {
  const own = new Set(always);
  for (let index = 0; index < raw.length; index += 2)
    if (raw[index]!.toLowerCase() === 'connection') for (const name of listed(raw[index + 1]!)) own.add(name);
  const kept: string[] = [];
  for (let index = 0; index < raw.length; index += 2)
    if (!own.has(raw[index]!.toLowerCase())) kept.push(raw[index]!, raw[index + 1]!);
  return kept;
}

/** The names that a `Connection` field lists, in lower case. */
export const listed = (connection: string): readonly string[] =>
  connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
