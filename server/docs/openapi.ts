import * as z from 'zod';
import { failureSchema } from '../../contract/answer.ts';
import type { Endpoint, RefusalRule } from '../../contract/endpoint.ts';
import { apiVersion, clientHeader, idempotencyHeader } from '../../contract/headers.ts';
import { signatureHeader, timestampHeader } from '../../contract/payments.ts';
import { refusalsOf, statusesOf } from '../../contract/refusals.ts';

type JsonSchema = Record<string, unknown>;

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' });
  return rest;
}

function parametersOf(schema: z.ZodType | undefined, location: 'path' | 'query'): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: shape,
  }));
}

function headersOf(endpoint: Endpoint): JsonSchema[] {
  const header = (name: string, required: boolean) => ({ name, in: 'header', required, schema: { type: 'string' } });
  if (endpoint.method === 'GET') return [];
  if (endpoint.policy === 'signature') return [header(signatureHeader, true), header(timestampHeader, true)];
  return endpoint.idempotency === 'keyed'
    ? [header(clientHeader, true), header(idempotencyHeader, false)]
    : [header(clientHeader, true)];
}

const isFile = ({ format }: JsonSchema) => format === 'binary';

/**
 * The OpenAPI content of a response. A file has the media type that its schema names, or else any type; everything
 * else is JSON.
 */
function contentOf(schema: JsonSchema): JsonSchema {
  const { contentMediaType = isFile(schema) ? 'application/octet-stream' : 'application/json' } = schema;
  return { [String(contentMediaType)]: { schema } };
}

/** The OpenAPI content of a request body: a multipart form if one of its fields is a file, otherwise JSON. */
function bodyOf(schema: JsonSchema): JsonSchema {
  const fields = Object.values((schema.properties ?? {}) as Record<string, JsonSchema>);
  return { content: { [fields.some(isFile) ? 'multipart/form-data' : 'application/json']: { schema } } };
}

function successesOf({ answers }: Endpoint): Record<string, JsonSchema> {
  const responses = Object.entries(answers).map(([status, schema]) => [
    status,
    { description: status === '200' ? 'Success' : 'Other response', content: contentOf(toSchema(schema, 'output')) },
  ]);
  return Object.fromEntries(responses);
}

function dataOf(rule: RefusalRule): JsonSchema | undefined {
  return typeof rule === 'object' && 'data' in rule ? toSchema(rule.data, 'output') : undefined;
}

/**
 * The responses by which an endpoint refuses calls, by HTTP status. The body of each is `Failure` with one of the
 * endpoint's error codes and, if that code has data, the data.
 */
function failuresOf(endpoint: Endpoint): Record<string, JsonSchema> {
  const refusals = Object.entries(refusalsOf(endpoint));
  const statuses = new Set(refusals.flatMap(([, rule]) => statusesOf(rule)));
  const responses = [...statuses].map((status) => {
    const variants = refusals.flatMap(([code, rule]) => {
      if (!statusesOf(rule).includes(status)) return [];
      const data = dataOf(rule);
      const properties = { code: { type: 'string', enum: [code] }, ...(data ? { data } : {}) };
      return [{ type: 'object', properties, ...(data ? { required: ['data'] } : {}) }];
    });
    const schema = { allOf: [{ $ref: '#/components/schemas/Failure' }, { oneOf: variants }] };
    const codes = variants.flatMap(({ properties }) => properties.code.enum);
    return [status, { description: codes.join(', '), content: { 'application/json': { schema } } }];
  });
  return Object.fromEntries(responses);
}

function operationOf(endpoint: Endpoint): JsonSchema {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `Policy: ${endpoint.policy}. Rate class: ${endpoint.rate}. Idempotency: ${endpoint.idempotency}.`,
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...headersOf(endpoint),
    ],
    ...(endpoint.body ? { requestBody: bodyOf(toSchema(endpoint.body, 'input')) } : {}),
    responses: { ...successesOf(endpoint), ...failuresOf(endpoint) },
  };
}

/** Creates the OpenAPI 3.0 document of the endpoints. */
export function openApiOf(endpoints: readonly Endpoint[]): JsonSchema {
  const pathItems: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.url.replace(/:(\w+)/g, '{$1}');
    pathItems[path] = { ...pathItems[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Landfall product API', version: apiVersion },
    paths: pathItems,
    components: { schemas: { Failure: toSchema(failureSchema, 'output') } },
  };
}
