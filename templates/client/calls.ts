import type {
  BodySerializer,
  Client as FetchClient,
  FetchOptions,
  ParseAs,
  ParseAsResponse,
  QuerySerializer,
  QuerySerializerOptions,
} from 'openapi-fetch';

/** A client of some paths: what openapi-fetch offers, in types that compile fast for thousands of operations. */
export interface Client<Paths extends {}> extends Pick<FetchClient<{}>, 'use' | 'eject'> {
  GET: Call<OperationsOf<Paths, 'get'>>;
  PUT: Call<OperationsOf<Paths, 'put'>>;
  POST: Call<OperationsOf<Paths, 'post'>>;
  DELETE: Call<OperationsOf<Paths, 'delete'>>;
  OPTIONS: Call<OperationsOf<Paths, 'options'>>;
  HEAD: Call<OperationsOf<Paths, 'head'>>;
  PATCH: Call<OperationsOf<Paths, 'patch'>>;
  TRACE: Call<OperationsOf<Paths, 'trace'>>;
  request: <Name extends Method, Path extends string, As extends ParseAs = 'json'>(
    method: Name,
    url: Known<Path, PathsWith<Paths, Name>>,
    ...init: Path extends keyof OperationsOf<Paths, Name>
      ? Arguments<OperationsOf<Paths, Name>[Path], As>
      : [init?: Settings<As>]
  ) => Promise<Path extends keyof OperationsOf<Paths, Name> ? Answer<OperationsOf<Paths, Name>[Path], As> : never>;
}

type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';

/** The path may be any string until it is known, or the compiler would compare each argument with those of every operation. */
type Call<Operations> = <Path extends string, As extends ParseAs = 'json'>(
  url: Known<Path, keyof Operations>,
  ...init: Path extends keyof Operations ? AllArguments<Operations, As>[Path] : [init?: Settings<As>]
) => Promise<Path extends keyof Operations ? Answers<Operations, As>[Path] : never>;

type Known<Path, Paths> = [Path] extends [Paths] ? Path : Paths;

type PathsWith<Paths, Name extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends { [One in Name]: unknown } ? Path : never;
}[keyof Paths];

/** The operations of one method, by path. */
type OperationsOf<Paths, Name extends Method, Found extends keyof Paths = PathsWith<Paths, Name>> = {
  [Path in Found]: Paths[Path][Name & keyof Paths[Path]];
};

type AllArguments<Operations, As> = { [Path in keyof Operations]: Arguments<Operations[Path], As> };

type Arguments<Operation, As> = InitOf<
  Parameters<Operation> & RequestBody<Operation>,
  Serializers<Operation> & Settings<As>
>;

type InitOf<Sent, Others> = {} extends Sent ? [init?: Sent & Others] : [init: Sent & Others];

type Parameters<Operation> = Operation extends { parameters: infer Own }
  ? {} extends Own
    ? { params?: Own }
    : { params: Own }
  : {};

type RequestBody<Operation> = Operation extends { requestBody?: never }
  ? { body?: undefined }
  : Operation extends { requestBody: { content: infer Content } }
    ? { body: Body<Content> }
    : Operation extends { requestBody?: { content: infer Content } }
      ? { body?: Body<Content> | undefined }
      : { body?: undefined };

interface Serializers<Operation> {
  querySerializer?: QuerySerializer<Operation> | QuerySerializerOptions;
  bodySerializer?: BodySerializer<Operation>;
}

/** Any member beside these goes to `fetch`. */
interface Settings<As> extends Omit<FetchOptions<unknown>, 'params' | 'body' | 'parseAs' | keyof Serializers<unknown>> {
  parseAs?: As;
  [name: string]: unknown;
}

type Answers<Operations, As> = { [Path in keyof Operations]: Answer<Operations[Path], As> };

type Answer<Operation, As> = Operation extends { responses: infer Responses }
  ?
      | { data: ParseAsResponse<Bodies<Responses, Success>, { parseAs: As }>; error?: never; response: Response }
      | { data?: never; error: Bodies<Responses, Failure>; response: Response }
  : never;

type Success = `2${string}`;
type Failure = `4${string}` | `5${string}` | 'default';

type Bodies<Responses, Statuses> = {
  [Status in keyof Responses]: `${Status & (string | number)}` extends Statuses
    ? Body<Responses[Status]['content' & keyof Responses[Status]]>
    : never;
}[keyof Responses];

/** One of the media types, or nothing. */
type Body<Content> = Content extends Record<string, unknown> ? Content[keyof Content] : Content;
