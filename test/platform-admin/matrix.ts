import assert from 'node:assert/strict';
import path from 'node:path';
import type { Response } from 'supertest';
import type { Endpoint } from '../../server/platform/http/endpoint.ts';
import { isAdministration } from '../../server/platform/http/reply/cors.ts';
import { describeManagers } from '../../server/platform/openapi/managers.ts';
import { type ServedEndpoint, servedRows } from '../support/documents/inventory.ts';
import type { Client } from '../support/requests/client.ts';
import { FOREIGN_APP, FOREIGN_PROJECT, managerCallers, OWN_APP } from '../support/requests/manager-callers.ts';
import { startServer } from '../support/server.ts';

export const MATRIX_FILE = path.join(import.meta.dirname, 'matrix.json');

/** The callers of each outcome, by the access that endpoints declare (in the words of the API reference) and the project that is asked. */
export type Matrix = Record<string, Record<string, Record<string, string>>>;

/** The id of no record. */
const UNKNOWN = '404404';

type Callers = ReadonlyMap<string, Client>;
type AdministrativeRow = ServedEndpoint & { readonly endpoint: Endpoint & { auth: 'manager' } };

/** Asks every administrative endpoint as each kind of caller. @throws when endpoints that declare the same access answer differently */
export async function recordMatrix(): Promise<Matrix> {
  const server = await startServer();
  try {
    const callers = await managerCallers(server);
    const matrix: Matrix = {};
    for (const row of servedRows().filter(isAdministrative))
      for (const question of questionsOf(row)) {
        const access = describeManagers(row.endpoint);
        const outcomes = await outcomesOf(row, question, callers);
        const others = matrix[access]?.[question.of] ?? outcomes;
        matrix[access] = { ...matrix[access], [question.of]: others };
        assert.deepEqual(
          outcomes,
          others,
          `${row.method} ${row.address} (${question.of}) differs from others that declare the same access`,
        );
      }
    return matrix;
  } finally {
    await server.close();
  }
}

function isAdministrative(row: ServedEndpoint): row is AdministrativeRow {
  return isAdministration(row.endpoint) && row.endpoint.auth === 'manager';
}

async function outcomesOf(row: AdministrativeRow, question: Question, callers: Callers): Promise<Record<string, string>> {
  const asked = [...callers].map(async ([name, caller]) => ({ name, outcome: await ask(row, question, caller) }));
  const answers = await Promise.all(asked);
  // an owner may do everything, so the handler made this answer
  const admitted = answers.find(({ name }) => name === 'owner')?.outcome ?? '';
  assert.doesNotMatch(admitted, /^(?:401|403|404 (?:app|project)_not_found)/, `${row.method} ${row.address} refuses the owner`);
  const outcomes: Record<string, string> = {};
  for (const { name, outcome } of answers) {
    const key = outcome === admitted ? 'admitted' : outcome;
    outcomes[key] = outcomes[key] === undefined ? name : `${outcomes[key]}, ${name}`;
  }
  return outcomes;
}

/** Each row is asked with an empty body or an unknown id: a caller who is admitted gets 400, 404 or a list, and nothing changes. */
async function ask(row: ServedEndpoint, { address, header }: Question, caller: Client): Promise<string> {
  const request = caller[row.method](address, row.method === 'get' || row.method === 'delete' ? undefined : {});
  return outcomeOf(await (header === undefined ? request : request.set('X-Project-ID', header)));
}

interface Question {
  readonly of: 'own project' | 'another project' | 'own project, with the header of another';
  readonly address: string;
  /** The value of X-Project-ID. */
  readonly header?: string;
}

/** In project 11; where the request can name an app or a project, also in project 12, and with a header that contradicts the path. */
function questionsOf(row: AdministrativeRow): Question[] {
  const { reach } = row.endpoint;
  const other = 'another project';
  const contradicted = { of: 'own project, with the header of another', header: String(FOREIGN_PROJECT) } as const;
  if (reach === 'app')
    return [
      { of: 'own project', address: addressOf(row, OWN_APP) },
      { of: other, address: addressOf(row, FOREIGN_APP) },
      { ...contradicted, address: addressOf(row, OWN_APP) },
    ];
  if (reach === 'project')
    return [
      { of: 'own project', address: addressOf(row, '11') },
      { of: other, address: addressOf(row, String(FOREIGN_PROJECT)) },
      { ...contradicted, address: addressOf(row, '11') },
    ];
  const address = addressOf(row, UNKNOWN);
  return reach === 'tenant'
    ? [
        { of: 'own project', address },
        { of: other, address, header: String(FOREIGN_PROJECT) },
      ]
    : [{ of: 'own project', address }];
}

/** The first parameter is `first`; the records below it do not exist. */
function addressOf({ address }: ServedEndpoint, first: string): string {
  return address.replace(/:\w+/, first).replace(/:(\w+)/g, (_, name: string) => (/id$/i.test(name) ? UNKNOWN : name.toLowerCase()));
}

function outcomeOf({ status, body }: Response): string {
  return status < 300 ? String(status) : `${status} ${body.code}`;
}
