/** A request for a version, which stands in a header of its own. */
export function ask(url: string, version: string, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${url}/api/${path}`, { ...init, headers: { ...init.headers, 'X-API-Version': version } });
}
