import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Response } from 'supertest';
import { isAdministration } from '../../server/platform/http/reply/cors.ts';
import { type ServedEndpoint, servedRows } from '../support/documents/inventory.ts';
import type { Client } from '../support/requests/client.ts';
import { FOREIGN_APP, FOREIGN_PROJECT, managerCallers, OWN_APP } from '../support/requests/manager-callers.ts';
import { startServer, type TestServer } from '../support/server.ts';

const FILE = path.join(import.meta.dirname, 'matrix.json');
const REGENERATE =
  'If the change is wanted, run UPDATE_MATRIX=1 npm test -- test/platform-admin/matrix.test.ts --engine sqlite and review the diff.';

/** The id of no record. */
const UNKNOWN = '404404';

type Matrix = Record<string, Record<string, string>>;

describe('the authorization matrix', () => {
  let server: TestServer;
  let callers: ReadonlyMap<string, Client>;

  before(async () => {
    server = await startServer();
    callers = await managerCallers(server);
  });
  after(() => server.close());

  /** Each row is asked with an empty body or an unknown id: a caller who is admitted gets 400, 404 or a list, and nothing changes. */
  async function ask(row: ServedEndpoint, { address, header }: Question, caller: Client): Promise<string> {
    const request = caller[row.method](address, row.method === 'get' || row.method === 'delete' ? undefined : {});
    return outcomeOf(await (header === undefined ? request : request.set('X-Project-ID', header)));
  }

  it('is the one that was checked in', async () => {
    const answers: Matrix = {};
    for (const row of administrativeRows())
      for (const question of questionsOf(row)) {
        const cells = [...callers].map(async ([name, caller]) => [name, await ask(row, question, caller)] as const);
        answers[`${row.method} ${row.address}${question.of}`] = Object.fromEntries(await Promise.all(cells));
      }
    if (process.env['UPDATE_MATRIX'] === '1') writeFileSync(FILE, `${JSON.stringify(answers, null, 2)}\n`);
    const recorded: Matrix = JSON.parse(readFileSync(FILE, 'utf8'));
    assert.deepEqual(differences(recorded, answers), [], REGENERATE);
  });
});

function administrativeRows(): ServedEndpoint[] {
  return servedRows().filter(({ endpoint }) => isAdministration(endpoint));
}

interface Question {
  readonly of: '' | ' of another project' | ' with the header of another project';
  readonly address: string;
  /** The value of X-Project-ID. */
  readonly header?: string;
}

/**
 * In project 11, and where the request can name an app or a project, in project 12 too; with a header that contradicts the path as well.
 */
function questionsOf(row: ServedEndpoint): Question[] {
  const { endpoint } = row;
  const reach = endpoint.auth === 'manager' ? endpoint.reach : null;
  const other = ' of another project';
  const contradicted = { of: ' with the header of another project', header: String(FOREIGN_PROJECT) } as const;
  if (reach === 'app')
    return [
      { of: '', address: addressOf(row, OWN_APP) },
      { of: other, address: addressOf(row, FOREIGN_APP) },
      { ...contradicted, address: addressOf(row, OWN_APP) },
    ];
  if (reach === 'project')
    return [
      { of: '', address: addressOf(row, '11') },
      { of: other, address: addressOf(row, String(FOREIGN_PROJECT)) },
      { ...contradicted, address: addressOf(row, '11') },
    ];
  const address = addressOf(row, UNKNOWN);
  return reach === 'tenant'
    ? [
        { of: '', address },
        { of: other, address, header: String(FOREIGN_PROJECT) },
      ]
    : [{ of: '', address }];
}

/** The first parameter is `first`; the records below it do not exist. */
function addressOf({ address }: ServedEndpoint, first: string): string {
  return address.replace(/:\w+/, first).replace(/:(\w+)/g, (_, name: string) => (/id$/i.test(name) ? UNKNOWN : name.toLowerCase()));
}

/** 2xx, and the refusals of the handler, show that the caller was admitted. */
function outcomeOf({ status, body }: Response): string {
  return status < 300 ? String(status) : `${status} ${body.code}`;
}

function differences(recorded: Matrix, answers: Matrix): string[] {
  const keys = [...new Set([...Object.keys(recorded), ...Object.keys(answers)])];
  return keys.flatMap((row) => {
    const [before, after] = [recorded[row] ?? {}, answers[row] ?? {}];
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names
      .filter((name) => before[name] !== after[name])
      .map((name) => `${row}, ${name}: recorded ${before[name] ?? 'nothing'}, answered ${after[name] ?? 'nothing'}`);
  });
}
