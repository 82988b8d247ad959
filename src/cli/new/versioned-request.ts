import {
  type VersioningTypeName,
  versioningExample,
  versioningScheme,
  versioningTypes,
} from '../../routing/versioning/versioning.js';

/** How a new service with a versioning type is configured and called, in the text of its files. */
export interface VersionedRequest {
  /** The option in `svc.config.ts`. */
  readonly versioning: string;
  /** An example of the type, for a prompt. */
  readonly hint: string;
  /** A command line that calls version 2. */
  readonly curl: string;
  /** Where a request names its version. */
  readonly place: string;
  /** The address and the second argument of a `fetch()` of `path` in `version`, as TypeScript. */
  readonly address: string;
  readonly init: string;
}

export function versionedRequest(name: VersioningTypeName): VersionedRequest {
  const { example } = versioningTypes.find((type) => type.name === name)!;
  const { sharesPaths, description, segment, askFor } = versioningScheme(example)!;
  const address = (version: string, path: string) => {
    const query = Object.entries(askFor(version).query).map(([key, value]) => `${key}=${value}`);
    return [`${['/api', segment(version), path].filter(Boolean).join('/')}`, ...query].join('?');
  };
  const headers = Object.entries(askFor('2').headers).map((pair) => pair.join(': '));
  const target = address('2', 'tasks');
  const flags = headers.map((header) => `-H '${header}' `).join('');
  return {
    // If versions share their paths, a request without a version needs a default.
    versioning: versioningExample(sharesPaths ? { ...example, defaultVersion: '2' } : example, ['versions']),
    hint: headers[0] ?? target,
    curl: `curl ${flags}${/[?&]/.test(target) ? `'http://127.0.0.1:3000${target}'` : `http://127.0.0.1:3000${target}`}`,
    place: description,
    address: address('${version}', '${path}'),
    init: initOf(Object.entries(askFor('${version}').headers)),
  };
}

function initOf(headers: readonly (readonly [name: string, value: string])[]): string {
  if (headers.length === 0) return 'init';
  const members = headers.map(
    ([name, value]) =>
      `${/^\w+$/.test(name) ? name : `'${name}'`}: ${value === '${version}' ? 'version' : `\`${value}\``}`,
  );
  return `{ ...init, headers: { ...init.headers, ${members.join(', ')} } }`;
}
