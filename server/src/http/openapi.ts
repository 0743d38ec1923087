import { z } from 'zod';
import { COMMON_ERRORS, errors } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Endpoint, EndpointTable } from '#contract/endpoint.ts';
import { Problem } from '#contract/entities/problem.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
};

const parameters = ({ path, query }: Endpoint): Json[] => {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const properties = query ? ((schemaOf(query, 'input')['properties'] ?? {}) as Record<string, Json>) : {};
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
  }));
  return [...inPath, ...inQuery];
};

/** The codes an endpoint can answer with: its own, everyone's, and those its access rule brings. */
export const errorsOf = (endpoint: Endpoint): ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...(endpoint.errors ?? []),
    ...(endpoint.access === 'public' ? [] : (['sign_in_required', 'session_expired'] as const)),
    ...(endpoint.path.includes('{') ? (['not_found'] as const) : []),
    ...(endpoint.body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...COMMON_ERRORS,
  ]),
];

const responses = (endpoint: Endpoint): Json => {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(endpoint)) {
    const { status } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refusals = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.join(', '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  const success =
    endpoint.response === null
      ? { 204: { description: 'Done' } }
      : {
          [endpoint.status ?? 200]: {
            description: 'The answer',
            content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
          },
          ...(endpoint.etag ? { 304: { description: 'Unchanged' } } : {}),
        };
  return { ...success, ...Object.fromEntries(refusals) };
};

const operation = (area: string, name: string, endpoint: Endpoint): Json => ({
  operationId: `${area}.${name}`,
  tags: [area],
  summary: endpoint.summary,
  security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
  parameters: parameters(endpoint),
  ...(endpoint.body
    ? {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
        },
      }
    : {}),
  responses: responses(endpoint),
});

/** The contract as an OpenAPI document, for those who are not ours. */
export const openApi = (areas: Readonly<Record<string, EndpointTable>>, version: string): Json => {
  const paths: Record<string, Json> = {};
  for (const [area, table] of Object.entries(areas)) {
    for (const [name, endpoint] of Object.entries(table)) {
      const path = (paths[endpoint.path] ??= {});
      path[endpoint.method.toLowerCase()] = operation(area, name, endpoint);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Porchlight', version },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
};
