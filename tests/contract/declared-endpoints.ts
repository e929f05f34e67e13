import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../../contract/endpoint.ts';
import { root } from '../repository/source-files.ts';

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'answers' in value && 'url' in value && 'method' in value;
}

/** The paths of the contract's files, relative to its folder. */
export const contractFiles = readdirSync(join(root, 'contract'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
const modules = await Promise.all(contractFiles.map((name) => import(join(root, 'contract', name))));

/** Every endpoint that the contract declares, with the name of its export. */
export const declaredEndpoints = modules
  .flatMap((module) => Object.entries(module as Record<string, unknown>))
  .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]));
