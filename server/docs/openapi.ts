import * as z from 'zod';
import { failureSchema } from '../../contract/answer.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { apiVersion, clientHeader, idempotencyHeader } from '../../contract/headers.ts';
import { signatureHeader, timestampHeader } from '../../contract/payments.ts';

type JsonSchema = Record<string, unknown>;

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' });
  return rest;
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
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

/** A file's shape names its type, where it has one alone; all else is JSON. */
function contentOf(schema: JsonSchema): JsonSchema {
  const { contentMediaType = isFile(schema) ? 'application/octet-stream' : 'application/json' } = schema;
  return { [String(contentMediaType)]: { schema } };
}

/** A body with a file in it is a form. */
function bodyOf(schema: JsonSchema): JsonSchema {
  const fields = Object.values((schema.properties ?? {}) as Record<string, JsonSchema>);
  return { content: { [fields.some(isFile) ? 'multipart/form-data' : 'application/json']: { schema } } };
}

function operationOf(endpoint: Endpoint): JsonSchema {
  const answers = Object.entries(endpoint.answers).map(([status, schema]) => [
    status,
    { description: status === '200' ? 'Success' : 'Other answer', content: contentOf(toSchema(schema, 'output')) },
  ]);
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
    responses: {
      ...Object.fromEntries(answers),
      default: {
        description: 'Failure',
        content: { 'application/json': { schema: toSchema(failureSchema, 'output') } },
      },
    },
  };
}

/** OpenAPI 3.0 document of the mounted endpoints. */
export function openApiOf(endpoints: readonly Endpoint[]): JsonSchema {
  const pathItems: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.url.replace(/:(\w+)/g, '{$1}');
    pathItems[path] = { ...pathItems[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return { openapi: '3.0.3', info: { title: 'Landfall product API', version: apiVersion }, paths: pathItems };
}
