import assert from 'node:assert/strict';
import { assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { tsv } from '../support/outcome.ts';

const DAY_MS = 86_400_000;

interface Counted {
  readonly country: string;
  readonly provider: string;
  readonly daysAgo?: number;
  readonly sent: number;
  readonly used?: number;
  readonly refused?: number;
}

describe('diwan otp stats', () => {
  let cli: Cli;

  before(async () => {
    cli = await startCliServer();
    count({ country: 'SA', provider: 'meta', sent: 40, used: 30 });
    count({ country: 'AE', provider: 'texts', sent: 19, used: 19, refused: 3 });
    count({ country: 'EG', provider: 'meta', sent: 50, used: 5, daysAgo: 3 });
    count({ country: 'JO', provider: 'meta', sent: 70, used: 70, daysAgo: 20 });
  });
  after(() => cli.close());

  function count({ country, provider, daysAgo = 0, sent, used = 0, refused = 0 }: Counted): void {
    const at = new Date(Date.now() - daysAgo * DAY_MS);
    for (const [name, times] of Object.entries({ sent, used, refused } as const))
      for (let counted = 0; counted < times; counted += 1)
        cli.server.services.auth.codeStatistics.countIn(name as 'sent', { projectId: 11, country, at, provider });
  }
  const rowsOf = async (...words: string[]) => {
    const { code, stdout, stderr } = await cli.run(['otp', 'stats', ...words]);
    assert.deepEqual([code, stderr], [0, '']);
    return tsv(stdout).map((row) => [row['country'] ?? row['provider'], row['sent'], row['used'], row['refused'], row['rate']]);
  };

  it('counts the codes of a day by country', async () => {
    assert.deepEqual(await rowsOf(), [
      ['SA', '40', '30', '0', '0.75'],
      ['AE', '19', '19', '3', ''],
    ]);
  });

  it('counts those of seven days by their provider', async () => {
    assert.deepEqual(await rowsOf('--by', 'channel', '--since', '7d'), [
      ['meta', '90', '35', '0', '0.389'],
      ['texts', '19', '19', '3', ''],
    ]);
    assert.deepEqual(
      (await rowsOf('--since', '7d')).map(([key]) => key),
      ['EG', 'SA', 'AE'],
    );
    assert.ok((await rowsOf('--since', '90d')).some(([key]) => key === 'JO'));
    assert.deepEqual(
      (await rowsOf('--since', '30d', '--until', '10d')).map(([key]) => key),
      ['JO'],
    );
  });

  it('prints the answer of the server as JSON', async () => {
    const { by, from, to, data } = await cli.json<Record<'by' | 'from' | 'to', string> & { data: Record<string, unknown>[] }>([
      'otp',
      'stats',
      '--by',
      'day',
      '--since',
      '7d',
    ]);
    assert.deepEqual([by, Math.round((Date.parse(to) - Date.parse(from)) / 3_600_000)], ['day', 7 * 24]);
    assert.deepEqual(
      data.map(({ sent, used, rate }) => [sent, used, rate]),
      [
        [59, 49, 0.831],
        [50, 5, 0.1],
      ],
    );
  });

  it('draws a bar for each rate on a terminal', async () => {
    const { code, text } = await cli.terminal(['otp', 'stats'], { columns: 120, env: { FORCE_COLOR: '1' } }).ended();
    assert.equal(code, 0);
    const lineOf = (key: string) => text.split('\n').find((line) => line.includes(key)) ?? '';
    const [, filled = '', empty = ''] = /(█+)(░+) 75\.0%/.exec(lineOf('SA')) ?? [];
    assert.deepEqual([filled.length, empty.length], [18, 6], text);
    assert.doesNotMatch(lineOf('AE'), /[█░%]/);
  });

  it('refuses other groupings and times too far back', () =>
    assertFailing(cli, [
      { words: ['otp', 'stats', '--by', 'phone'], exit: 2, code: 'usage', says: /country, channel, day/ },
      { words: ['otp', 'stats', '--since', '91d'], exit: 2, code: 'validation_error', says: /90 days/ },
    ]));
});
