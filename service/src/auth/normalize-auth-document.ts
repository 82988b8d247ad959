import { authPath } from './auth-options.js';
import { authOperationTexts } from './auth-operation-texts.js';

export interface OpenApiObject {
  readonly [member: string]: unknown;
}

/** Its status routes: a health check of better-auth itself, and a page that we do not serve. */
const leftOut = new Set(['/ok', '/error']);

/** The application has its own User, with numeric ids. */
const renamed: Readonly<Record<string, string>> = { User: 'AuthUser', Session: 'AuthSession' };

/** Social providers that our documents do not name: they name 35, and take any other string. */
const unnamedProviders = new Set<unknown>(['wechat']);

const verbs = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** better-auth's description as a valid OpenAPI 3.1 fragment: our paths, one tag, an operation id for every operation, no cookie scheme. */
export function normalizeAuthDocument(raw: OpenApiObject): OpenApiObject {
  const paths = Object.entries(members(raw.paths)).filter(([path]) => !leftOut.has(path));
  const { schemas } = members(raw.components);
  return {
    tags: [{ name: 'Auth' }],
    paths: Object.fromEntries(paths.map(([path, item]) => [`${authPath}${path}`, normalizeItem(path, members(item))])),
    components: {
      schemas: Object.fromEntries(
        Object.keys(renamed).map((name) => [renamed[name]!, normalizeRecord(members(members(schemas)[name]))]),
      ),
      securitySchemes: {
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token returned by signing in; the session cookie works too.',
        },
      },
    },
  };
}

function normalizeItem(path: string, item: OpenApiObject): OpenApiObject {
  return Object.fromEntries(
    verbs
      .filter((verb) => item[verb] !== undefined)
      .map((verb, position) => [verb, normalizeOperation(path, verb, members(item[verb]), position > 0)]),
  );
}

function normalizeOperation(path: string, verb: string, operation: OpenApiObject, isSecond: boolean): OpenApiObject {
  const { operationId = nameOperation(path, isSecond ? verb : ''), parameters, requestBody, responses } = operation;
  const text = authOperationTexts[`${verb} ${path}`];
  if (!text)
    throw new Error(`better-auth has an operation ${verb} ${path} now. Say in auth-operation-texts.ts what it does.`);
  const given =
    Array.isArray(parameters) && parameters.length > 0
      ? { parameters: parameters.map(describedBy(text.parameters)) }
      : {};
  return members(
    normalizeSchema({
      operationId,
      tags: ['Auth'],
      summary: text.summary,
      description: text.description,
      security: [{ bearerAuth: [] }],
      ...given,
      ...(requestBody === undefined
        ? {}
        : { requestBody: profileRoutes.has(path) ? narrowProfile(members(requestBody)) : requestBody }),
      responses: completeRefusals({ ...members(responses), ...furtherResponses(path, verb) }),
    }),
  );
}

function describedBy(descriptions: Readonly<Record<string, string>> = {}) {
  return (parameter: OpenApiObject): OpenApiObject => {
    const description = descriptions[String(parameter.name)];
    return description === undefined ? parameter : { ...parameter, description };
  };
}

/** Routes whose name and picture our mount checks more strictly than better-auth. */
const profileRoutes = new Set(['/sign-up/email', '/update-user']);

const profileMembers = {
  name: { minLength: 1, description: 'Name of the account, with at least one visible character.' },
  image: { format: 'uri', description: 'Address of a picture of the account, http or https.' },
};

function narrowProfile(requestBody: OpenApiObject): OpenApiObject {
  const json = members(members(requestBody.content)['application/json']);
  const schema = members(json.schema);
  const properties = members(schema.properties);
  const narrowed = Object.entries(profileMembers).map(
    ([name, change]) => [name, { ...members(properties[name]), ...change }] as const,
  );
  return {
    ...requestBody,
    content: {
      'application/json': {
        ...json,
        schema: { ...schema, properties: { ...properties, ...Object.fromEntries(narrowed) } },
      },
    },
  };
}

/** `/revoke-session` is revokeSession; the second method of a path has its verb at the end. */
function nameOperation(path: string, verb: string): string {
  const words = path.split(/[/-]/).filter((word) => word !== '' && !word.startsWith('{'));
  const [first = '', ...rest] = verb === '' ? words : [...words, verb];
  return [first, ...rest.map((word) => word[0]!.toUpperCase() + word.slice(1))].join('');
}

/** Statuses whose message is not promised, though our mount sends one. */
const withoutPromise = new Set(['403', '404', '429', '500']);

const refusal = { type: 'object', properties: { message: { type: 'string' } } };

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
};

const refusalHeaders: Readonly<Record<string, OpenApiObject>> = {
  401: {
    'WWW-Authenticate': { description: 'How to authenticate (RFC 9110, section 11.6.1).', schema: { type: 'string' } },
  },
  429: retryAfter,
  503: retryAfter,
};

/** Routes that a browser reaches from a mail or a provider, and that redirect it. */
const redirecting = new Set(['/verify-email', '/reset-password/{token}', '/delete-user/callback', '/callback/{id}']);

const redirect = {
  description: 'Redirects the browser, with a `token` or an `error` in the query if there is one.',
  headers: { Location: { description: 'Where to continue.', schema: { type: 'string' } } },
};

/** Responses of our mount that better-auth does not describe. */
function furtherResponses(path: string, verb: string): OpenApiObject {
  return {
    503: {
      description:
        'The database is temporarily unavailable. With the `code` `outcome-unknown`, a change may have been made.',
    },
    ...(redirecting.has(path) ? { 302: redirect } : {}),
    ...(verb === 'post'
      ? {
          413: { description: 'The body is too large.' },
          415: { description: 'The content type of the body is not supported.' },
        }
      : {}),
  };
}

/** Error responses have a message and mostly a code, and some have a header, that better-auth does not describe. */
function completeRefusals(responses: OpenApiObject): OpenApiObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const headers = refusalHeaders[status];
      const described = { ...members(response), ...(headers ? { headers } : {}) };
      if (!/^[45]/.test(status)) return [status, described];
      const content = members('content' in described ? described.content : { 'application/json': { schema: refusal } });
      return [status, { ...described, content: completeRefusal(content, !withoutPromise.has(status)) }];
    }),
  );
}

/** better-auth requires the message of some error responses and not of others, and describes the code of none. */
function completeRefusal(content: OpenApiObject, requiresMessage: boolean): OpenApiObject {
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, described]) => {
      const { schema, ...rest } = members(described);
      const { required = [], properties, ...others } = members(schema);
      const names = [
        ...(required as readonly string[]).filter((name) => name !== 'message'),
        ...(requiresMessage ? ['message'] : []),
      ];
      return [
        mediaType,
        {
          ...rest,
          schema: {
            ...others,
            properties: { ...members(properties), code: { type: 'string' } },
            ...(names.length > 0 && { required: names }),
          },
        },
      ];
    }),
  );
}

/** A stored record: optional members may be null. */
function normalizeRecord(schema: OpenApiObject): OpenApiObject {
  const required = schema.required as readonly string[];
  const properties = Object.entries(members(schema.properties)).map(([name, property]) => {
    const normal = members(normalizeSchema(property));
    return [name, required.includes(name) ? normal : nullable(normal)];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Normalizes recursively: `nullable` becomes a type, a reference has no siblings, `json` is not a type, names are ours. */
function normalizeSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !unnamedProviders.has(item)).map(normalizeSchema);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable: isNullable, ...rest } = value as OpenApiObject;
  if (typeof rest.$ref === 'string') return { $ref: rest.$ref.replace(/\w+$/, (name) => renamed[name] ?? name) };
  if (rest.type === 'json') return {};
  const normal = Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, normalizeSchema(member)]));
  return isNullable === true ? nullable(normal) : normal;
}

function nullable(schema: OpenApiObject): OpenApiObject {
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'], ...values } : schema;
}

function members(value: unknown): OpenApiObject {
  return (value ?? {}) as OpenApiObject;
}
