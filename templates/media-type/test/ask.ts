/** A request for a version, which stands in the Accept header. */
export function ask(url: string, version: string, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${url}/api/${path}`, {
    ...init,
    headers: { ...init.headers, Accept: `application/json;v=${version}` },
  });
}
