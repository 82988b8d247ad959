const types: Readonly<Record<string, string>> = Object.freeze({
  avif: 'image/avif',
  bin: 'application/octet-stream',
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  gif: 'image/gif',
  gz: 'application/gzip',
  heic: 'image/heic',
  html: 'text/html; charset=utf-8',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webp: 'image/webp',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
});

/** The media type of a key's extension, `application/octet-stream` when unknown. */
export function mediaTypeOfKey(key: string): string {
  const extension = /\.([^./]+)$/.exec(key)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(types, extension) ? types[extension]! : 'application/octet-stream';
}

/** The extension of files of a media type, without its parameters; `bin` when unknown. */
export function extensionOfType(mediaType: string): string {
  return Object.keys(types).find((extension) => types[extension]!.split(';')[0] === mediaType) ?? 'bin';
}
