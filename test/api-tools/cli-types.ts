import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { OpenApiDocument, Operation, Reference, ResponseObject } from '../../server/platform/openapi/types.ts';
import { apiDocument } from '../support/api-document.ts';
import { runTool } from './run-tool.ts';

export const CLI_TYPES_FILE = path.join(import.meta.dirname, '../../cli/http/api-types.ts');

const HEAD = '// Made of the OpenAPI document by `npm run api-types`; `npm run api-gates` compares it. Do not edit.\n\n';
const OPTIONS = ['--alphabetize', '--empty-objects-unknown', '--default-non-nullable=false'];

/** The types of the whole API as TypeScript, as the CLI's client is typed by. `folder` gets temporary files. */
export async function generateCliTypes(tools: string, folder: string): Promise<string> {
  const [input, output] = [path.join(folder, 'cli-api.json'), path.join(folder, 'cli-api.ts')];
  writeFileSync(input, JSON.stringify(trimmed(apiDocument())));
  const program = openApiTypescript(tools);
  const { code, stderr } = await runTool(program, [input, '--output', output, ...OPTIONS], folder);
  if (code !== 0) throw new Error(`openapi-typescript made no types of the CLI (exit code ${code}):\n${stderr}`);
  // its own first comment says that no one should edit the file, as ours does
  return HEAD + readFileSync(output, 'utf8').replace(/^\/\*\*[\s\S]*?\*\/\s*/, '');
}

/** The program that makes types of a document. */
export function openApiTypescript(tools: string): string {
  return path.join(tools, 'node_modules/openapi-typescript/bin/cli.js');
}

/** Whether the checked-in types are those of the document. Resolves to the fault, or to null. */
export async function checkCliTypes(api: string, tools: string): Promise<string | null> {
  const current = await generateCliTypes(tools, path.dirname(api));
  return current === readFileSync(CLI_TYPES_FILE, 'utf8') ? null : 'cli/http/api-types.ts is old: run npm run api-types.';
}

/** Without what the client has no use for: the many refusals, which are all of one shape, and what phones alone call. */
function trimmed({ paths, components, info, ...rest }: OpenApiDocument): object {
  const kept = Object.entries(paths).filter(([address]) => !/^\/api\/v2\/auth\/(?!admin\/)/.test(address));
  const bare = kept.map(([address, item]) => [
    address,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [method, { ...operation, responses: successesOf(operation as Operation) }]),
    ),
  ]);
  const { responses: _, ...parts } = components;
  return { ...rest, info: { ...info, version: '0' }, paths: Object.fromEntries(bare), components: parts };
}

function successesOf({ responses }: Operation): object {
  const error = { description: 'Refused.', content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } } };
  const successes = Object.entries(responses).filter(([status]) => status < '400');
  return { ...Object.fromEntries(successes.map(([status, response]) => [status, jsonOnly(response)])), default: error };
}

/** The typed client reads JSON; the few answers that are tables too would lose their type. */
function jsonOnly(response: ResponseObject | Reference): object {
  const json = 'content' in response ? response.content?.['application/json'] : undefined;
  return json === undefined ? response : { ...response, content: { 'application/json': json } };
}
