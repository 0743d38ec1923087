import { COMMON_ERRORS, errors } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { REQUEST_HEADERS } from '#contract/endpoint.ts';
import type { Endpoint, EndpointTable } from '#contract/endpoint.ts';
import { Problem } from '#contract/entities/problem.ts';
import { createSchemaCollector } from './openapi-schemas.ts';
import type { Json, SchemaCollector } from './openapi-schemas.ts';

const text = { type: 'string' } as const;
const IF_NONE_MATCH = 'The ETag of the answer before; 304 without a body when nothing has changed.';
const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
} as const;
/** Statuses whose refusals say when to come back. */
const WAITING = [429, 503];

interface QuerySchema {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

const parameters = ({ path, query, headers = [], etag }: Endpoint, { render }: SchemaCollector): Json[] => {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: text,
  }));
  const querySchema: QuerySchema = query ? render(query, 'input') : {};
  const { properties = {}, required = [] } = querySchema;
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  const inHeader = [
    ...headers.map((name) => [name, REQUEST_HEADERS[name]]),
    ...(etag === 'content' ? [['If-None-Match', IF_NONE_MATCH]] : []),
  ].map(([name, description]) => ({ name, in: 'header', required: false, description, schema: text }));
  return [...inPath, ...inQuery, ...inHeader];
};

/** The codes an endpoint can answer with: its own, everyone's, and those its access rule brings. */
export const errorsOf = (endpoint: Endpoint): ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...(endpoint.errors ?? []),
    ...(endpoint.needsHistory ? (['history_preparing'] as const) : []),
    ...(endpoint.access === 'public' ? [] : (['sign_in_required', 'session_expired'] as const)),
    ...(endpoint.path.includes('{') ? (['not_found'] as const) : []),
    ...(endpoint.access === 'owner' || (endpoint.access === 'house' && endpoint.method !== 'GET')
      ? (['access_insufficient'] as const)
      : []),
    // A body is read wherever there may be one, also by calls that use none of it.
    ...(endpoint.method === 'GET' ? [] : (['payload_too_large', 'unsupported_media_type'] as const)),
    ...COMMON_ERRORS,
  ]),
];

/** A refusal as a component of its own: most endpoints share theirs. */
const refusalName = (codes: readonly ErrorCode[]): string => codes.join('.');
const refusal = (codes: readonly ErrorCode[], { render }: SchemaCollector): Json => ({
  description: codes.join(', '),
  ...(codes.some((code) => WAITING.includes(errors[code].status)) ? { headers: RETRY_AFTER } : {}),
  content: { 'application/problem+json': { schema: render(Problem, 'output') } },
});
const refusalsOf = (endpoint: Endpoint): ReadonlyMap<number, ErrorCode[]> =>
  Map.groupBy(errorsOf(endpoint), (code) => errors[code].status);

const responses = (endpoint: Endpoint, { render }: SchemaCollector): Json => {
  const refusals = [...refusalsOf(endpoint)].map(([status, codes]) => [
    status,
    { $ref: `#/components/responses/${refusalName(codes)}` },
  ]);
  const headers = endpoint.etag
    ? {
        headers: {
          ETag: {
            description: endpoint.etag === 'content' ? 'Of this answer' : 'The version of the device',
            schema: text,
          },
        },
      }
    : {};
  const success =
    endpoint.response === null
      ? { 204: { description: 'Done' } }
      : {
          [endpoint.status ?? 200]: {
            description: 'The answer',
            ...headers,
            content: {
              [endpoint.file ?? 'application/json']: { schema: render(endpoint.response, 'output') },
            },
          },
          ...(endpoint.etag === 'content' ? { 304: { description: 'Unchanged', ...headers } } : {}),
        };
  return { ...success, ...Object.fromEntries(refusals) };
};

const operation = (area: string, name: string, endpoint: Endpoint, schemas: SchemaCollector): Json => ({
  operationId: `${area}.${name}`,
  tags: [area],
  summary: endpoint.summary,
  security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
  parameters: parameters(endpoint, schemas),
  ...(endpoint.body
    ? {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemas.render(endpoint.body, 'input') } },
        },
      }
    : {}),
  ...(endpoint.upload
    ? { requestBody: { required: true, content: { [endpoint.upload]: { schema: text } } } }
    : {}),
  responses: responses(endpoint, schemas),
});

/** The contract as an OpenAPI document, for clients other than the web application. */
export const openApi = (areas: Readonly<Record<string, EndpointTable>>, version: string): Json => {
  const rows = Object.entries(areas).flatMap(([area, table]) =>
    Object.entries(table).map(([name, endpoint]) => ({ area, name, endpoint })),
  );
  const schemas = createSchemaCollector();
  for (const { area, name, endpoint } of rows) {
    const { query, body, response } = endpoint;
    if (query) schemas.add(query, 'input', `${area}.${name}.query`);
    if (body) schemas.add(body, 'input', `${area}.${name}.body`);
    if (response) schemas.add(response, 'output', `${area}.${name}.response`);
  }
  const paths: Record<string, Json> = {};
  for (const { area, name, endpoint } of rows) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(area, name, endpoint, schemas);
  }
  const refusals = rows.flatMap(({ endpoint }) => [...refusalsOf(endpoint).values()]);
  const sharedResponses = Object.fromEntries(
    refusals.map((codes) => [refusalName(codes), refusal(codes, schemas)]),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Porchlight', version },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: schemas.components(),
      responses: sharedResponses,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
};
