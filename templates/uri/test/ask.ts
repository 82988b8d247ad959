/** A request for a version, which stands in the path. */
export function ask(url: string, version: string, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${url}/api/v${version}/${path}`, init);
}
