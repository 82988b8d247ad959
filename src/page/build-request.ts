import type { SampleBody, SampleRequest } from './sample-request.js';
import { isObject } from '../json/json.js';
import { previewField } from '../text/preview-field.js';

/** A parameter as the reader filled it in. */
export interface FilledParameter {
  readonly in: string;
  readonly name: string;
  readonly value: string;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  /** How text becomes a value: items are separated by commas, an object is JSON. */
  readonly kind: 'text' | 'list' | 'object';
  /** A header of one value, such as the version, which the typed client sends by itself. */
  readonly constant: boolean;
}

/** A request as the reader filled it in. */
export interface FilledRequest {
  readonly method: string;
  /** The address of the API, without a trailing slash. */
  readonly server: string;
  readonly path: string;
  readonly version: string | null;
  /** The previews that are on. */
  readonly previews: readonly string[];
  readonly parameters: readonly FilledParameter[];
  /** What credentials add. */
  readonly credentials: {
    readonly headers: Readonly<Record<string, string>>;
    readonly query: Readonly<Record<string, string>>;
  };
  readonly mediaType: string | null;
  readonly body: SampleBody | null;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** Puts parameters where they are sent, in their styles (OpenAPI 3.1, section 4.8.12.4). Optional ones without a value are left out. */
export function buildRequest(filled: FilledRequest): SampleRequest {
  const sent = filled.parameters.filter(({ value, required }) => value !== '' || required);
  const at = (place: string) => sent.filter((parameter) => parameter.in === place);
  const query: Pairs = [...at('query').flatMap(queryPairs), ...Object.entries(filled.credentials.query)];
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const address = filled.path.replaceAll(/\{([^}]*)\}/g, (whole, name: string) => {
    const parameter = at('path').find((one) => one.name === name);
    return parameter ? listOf(parameter).map(encodeURIComponent).join(',') : whole;
  });
  const cookies = at('cookie').map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  return {
    method: filled.method,
    url: `${filled.server}${address}${search && `?${search}`}`,
    headers: [
      ...at('header').map((parameter) => [parameter.name, listOf(parameter).join(',')] as const),
      ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')] as const] : []),
      ...Object.entries(filled.credentials.headers),
      ...((filled.body?.kind === 'text' || filled.body?.kind === 'file') && filled.mediaType !== null
        ? [['Content-Type', filled.mediaType] as const]
        : []),
    ],
    body: filled.body,
    typed: {
      path: filled.path,
      version: filled.version,
      previews: filled.previews,
      parameters: Object.fromEntries(
        ['path', 'query', 'header'].map((place) => [
          place,
          Object.fromEntries(
            at(place)
              .filter(({ name, constant }) => !constant && (filled.previews.length === 0 || name !== previewField))
              .map(({ name, value }) => [name, value]),
          ),
        ]),
      ),
    },
  };
}

const listOf = ({ kind, value }: FilledParameter) =>
  kind === 'list' ? value.split(',').map((item) => item.trim()) : [value];

const separators: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|', form: ',' };

function queryPairs(parameter: FilledParameter): Pairs {
  const { name, style, explode, kind, value } = parameter;
  if (kind === 'object') return objectPairs(parameter) ?? [[name, value]];
  const items = listOf(parameter);
  return explode ? items.map((item) => [name, item] as const) : [[name, items.join(separators[style] ?? ',')]];
}

/** null for text that is not a JSON object. */
function objectPairs({ name, style, explode, value }: FilledParameter): Pairs | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    return null;
  }
  if (!isObject(parsed)) return null;
  const members = Object.entries(parsed).map(([key, member]) => [key, String(member)] as const);
  if (style === 'deepObject') return members.map(([key, member]) => [`${name}[${key}]`, member] as const);
  return explode ? members : [[name, members.flat().join(',')]];
}
