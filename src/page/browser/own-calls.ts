import { credentialsFor } from './credentials.js';
import { findAll } from './elements.js';

/** What a caller calls of each version; null for all of it. */
export type Calls = ReadonlyMap<string, ReadonlySet<string> | null>;

/** Calls of the last days count. */
const days = 30;

/** The answer to the last question, by the credentials that it was asked with. */
let asked: { readonly key: string; readonly calls: Promise<Calls | null> } | null = null;

/** What a signed-in reader calls, as an address reports it; null for anyone else. */
export function ownCalls(address: string | undefined): Promise<Calls | null> | null {
  if (address === undefined) return null;
  const forms = findAll('form.scheme');
  const { schemes, headers, query } = credentialsFor(forms.map((form) => [form.dataset.scheme!]));
  // A script cannot see whether a cookie signs the reader in.
  const hasCookies = forms.some((form) => form.dataset.definition!.includes('"in":"cookie"'));
  if (schemes.length === 0 && !hasCookies) return null;
  const key = JSON.stringify([headers, query, schemes]);
  if (asked?.key !== key) asked = { key, calls: ask(address, headers, query) };
  return asked.calls;
}

interface OwnOperations {
  readonly operations: readonly {
    readonly version: string | null;
    readonly operation: string;
    readonly last: string;
  }[];
}

async function ask(
  address: string,
  headers: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): Promise<Calls | null> {
  const url = new URL(address, location.href);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  try {
    const response = await fetch(url, { headers, cache: 'no-store', credentials: 'same-origin' });
    if (!response.ok) return null;
    const calls = new Map<string, Set<string>>();
    // With previews on, the operation is the same.
    for (const { version, operation, last } of ((await response.json()) as OwnOperations).operations)
      if (version !== null && Date.now() - Date.parse(last) < days * 86_400_000)
        calls.set(version, (calls.get(version) ?? new Set()).add(operation.split(' +')[0]!));
    return calls.size === 0 ? null : calls;
  } catch {
    return null;
  }
}
