import assert from 'node:assert/strict';
import { FULL_COST } from '../../../server/platform/crypto/password.ts';
import { cpuMsOf } from '../../support/cost.ts';
import { admin } from '../../support/requests/client.ts';
import { type Answer, ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { PASSWORD } from '../support.ts';

const WRONG = 'another horse battery';

describe('POST /api/v1/auth/auth/token/', () => {
  let server: TestServer;
  let count = 0;

  before(async () => {
    server = await startServer({ passwordCost: FULL_COST });
  });
  after(() => server.close());

  const newOperator = async (): Promise<{ username: string }> => {
    count += 1;
    const body = { username: `clerk-${count}`, password: PASSWORD, role: 'staff' };
    return (await admin(server).post('/admin/projects/11/operators', body).expect(201)).body;
  };
  const send = (body: object): Promise<Answer> => ask(server.url, '/api/v1/auth/auth/token', { method: 'POST', body });
  const login = (username: string, password: string): Promise<Answer> => send({ username, password });

  it('takes the same time for an unknown username', async () => {
    const millisecondsOf = async (username: string): Promise<number> => {
      const startedAt = performance.now();
      assert.equal(refusal(await login(username, WRONG)), '401 no_active_account');
      return performance.now() - startedAt;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let turn = 0; turn < 9; turn += 1) {
      const { username } = await newOperator();
      known.push(await millisecondsOf(username));
      unknown.push(await millisecondsOf(`nobody-${turn}`));
    }
    const median = (values: number[]): number => values.sort((a, b) => a - b)[4] ?? 0;
    // without a dummy hash it would be a tenth; half allows for noise
    assert.ok(median(unknown) > median(known) / 2, `${median(unknown)} ms, known ${median(known)} ms`);
  });

  it('answers 400 for malformed credentials within a second', async () => {
    const { username } = await newOperator();
    const pile = `a${'\u0301'.repeat(100_000)}`;
    for (const [name, password] of [
      [undefined, PASSWORD],
      [username, undefined],
      ['', PASSWORD],
      [username, ''],
      [null, PASSWORD],
      [5, PASSWORD],
      [[username], PASSWORD],
      [{ $ne: '' }, PASSWORD],
      [username, [PASSWORD]],
      [`${username}\u0000`, PASSWORD],
      ['x'.repeat(151), PASSWORD],
      [username, 'x'.repeat(1_025)],
      [`a${'\u0301'.repeat(31)}`, PASSWORD],
      [username, pile],
      [pile, PASSWORD],
    ] as const) {
      const shown = JSON.stringify([name, password])?.slice(0, 60);
      const cost = await cpuMsOf(async () =>
        assert.equal(refusal(await send({ username: name, password })), '400 validation_error', shown),
      );
      assert.ok(cost < 1_000, `${cost} ms ${shown}`);
    }
  });
});
