import assert from 'node:assert/strict';
import { registerApp } from '../../apps/support.ts';
import { admin } from '../../support/requests/client.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { successOf, tsv } from '../support/outcome.ts';

const GULF = { attribute: 'country', operator: 'in', values: ['SA', 'AE'] };
const RULES = {
  variants: [
    { key: 'blue', value: 'b', weight: 1 },
    { key: 'green', value: 'g', weight: 3 },
  ],
  rules: [
    { id: 'staff', name: 'Our staff', segments: ['staff'], serve: 'green' },
    { id: 'gulf', when: [GULF, { attribute: 'appVersion', operator: 'version_gte', values: ['2.0.0'], not: true }], percentage: 25 },
  ],
  otherwise: { serve: 'blue' },
};

describe('the targeting commands of diwan flags', () => {
  let cli: Cli;
  let slug: string;

  before(async () => {
    cli = await startCliServer();
  });
  beforeEach(async () => {
    slug = await registerApp(cli.server);
    await admin(cli.server).post(`/admin/apps/${slug}/features`, { flagKey: 'cart', isEnabled: true }).expect(201);
  });
  after(() => cli.close());

  const stored = async () => (await admin(cli.server).get(`/admin/apps/${slug}/features/cart`).expect(200)).body.targeting;
  const run = async (...words: string[]) => successOf(await cli.run(['flags', ...words]));
  const addRules = async () => {
    await admin(cli.server)
      .post(`/admin/apps/${slug}/segments`, { key: 'staff', conditions: [{ attribute: 'userId', operator: 'in', values: ['u1'] }] })
      .expect(201);
    await run('set', slug, 'cart', '--type', 'string', '--kind', 'experiment');
    await run('targeting', slug, 'cart', '--set', JSON.stringify(RULES), '--yes');
  };

  it('draw rules, percentages and variants in their order', async () => {
    await addRules();
    const { stdout } = await run('targeting', slug, 'cart', '--output', 'table');
    assert.equal(
      stdout,
      [
        '1  staff (Our staff): segment staff',
        '   ████████████████████████ 100 % → green',
        '2  gulf: country in SA, AE and not appVersion ≥ 2.0.0',
        '   ██████░░░░░░░░░░░░░░░░░░ 25 % → blue 25 %, green 75 %',
        'Otherwise → blue',
        'Variants',
        '   ██████░░░░░░░░░░░░░░░░░░ 25 % blue = "b"',
        '   ██████████████████░░░░░░ 75 % green = "g"',
        '',
      ].join('\n'),
    );
    assert.deepEqual(tsv((await run('targeting', slug, 'cart')).stdout), [
      { rule: 'staff', who: 'segment staff', percentage: '100', serves: 'green' },
      { rule: 'gulf', who: 'country in SA, AE and not appVersion ≥ 2.0.0', percentage: '25', serves: 'blue 25 %, green 75 %' },
    ]);
    assert.deepEqual(await cli.json(['flags', 'targeting', slug, 'cart']), await stored());
    assert.match((await run('get', slug, 'cart', '--output', 'table')).stdout, /\nTargeting +1 {2}staff/);
  });

  it('replace the rules by a file and remove them', async () => {
    await addRules();
    const { stdout } = await cli.run(['flags', 'targeting', slug, 'cart', '--json']);
    const changed = JSON.parse(stdout);
    changed.rules.pop();
    const { stderr } = await cli.run(['flags', 'targeting', slug, 'cart', '--set', '-', '--yes'], { input: JSON.stringify(changed) });
    assert.equal(stderr, `The targeting of flag cart of ${slug} is changed.\n`);
    assert.deepEqual(await stored(), changed);
    await run('targeting', slug, 'cart', '--clear', '--yes');
    assert.equal(await stored(), null);
    assert.match((await run('targeting', slug, 'cart', '--clear', '--yes')).stderr, /has this targeting already/);
  });

  it('set a percentage and make the only rule', async () => {
    await run('rollout', slug, 'cart', '20', '--stickiness', 'userId', '--yes');
    assert.deepEqual(await stored(), { rules: [{ id: 'everybody', percentage: 20, stickiness: 'userId' }] });
    await run('rollout', slug, 'cart', '50', '--yes');
    assert.deepEqual(await stored(), { rules: [{ id: 'everybody', percentage: 50, stickiness: 'userId' }] });
    await addRules();
    const several = ['flags', 'rollout', slug, 'cart', '50', '--yes'];
    await assertFailing(cli, [
      { words: several, exit: 2, code: 'usage', says: /--rule with one of staff, gulf/ },
      { words: [...several, '--rule', 'none'], exit: 2, code: 'usage', says: /no rule "none"/ },
    ]);
    await run('rollout', slug, 'cart', '50', '--rule', 'gulf', '--yes');
    assert.equal((await stored()).rules[1].percentage, 50);
  });

  it('plan steps of a rollout and replace them', async () => {
    const start = '2099-01-01T00:00:00.000Z';
    const { stderr } = await run('rollout', slug, 'cart', '--steps', '1,10,100', '--every', '12h', '--start', start, '--yes');
    assert.match(stderr, /is changed/);
    assert.deepEqual(await stored(), {
      rules: [{ id: 'everybody', percentage: 0 }],
      steps: [
        { at: start, rule: 'everybody', percentage: 1 },
        { at: '2099-01-01T12:00:00.000Z', rule: 'everybody', percentage: 10 },
        { at: '2099-01-02T00:00:00.000Z', rule: 'everybody', percentage: 100 },
      ],
    });
    assert.match(
      (await run('targeting', slug, 'cart', '--output', 'table')).stdout,
      /░{24} 0 % → on\n {3}Next: 1 % 2099-01-01T00:00:00\.000Z \(in /,
    );
    await run('rollout', slug, 'cart', '--steps', '5@0m,60@1d', '--yes');
    const { steps } = await stored();
    assert.deepEqual(
      steps.map(({ percentage }: { percentage: number }) => percentage),
      [5, 60],
    );
    assert.equal(tsv((await run('targeting', slug, 'cart')).stdout)[0]?.['percentage'], '5');
    await run('rollout', slug, 'cart', '30', '--yes');
    assert.deepEqual(await stored(), { rules: [{ id: 'everybody', percentage: 30 }] });
  });

  it('set and remove the times of a flag', async () => {
    const start = '2099-01-01T00:00:00.000Z';
    await run('schedule', slug, 'cart', '--start', '2099-01-01T03:00:00+03:00', '--stop', '2099-02-01T00:00:00Z', '--yes');
    assert.deepEqual(await stored(), { rules: [{ id: 'everybody' }], startAt: start, stopAt: '2099-02-01T00:00:00.000Z' });
    await run('schedule', slug, 'cart', '--stop', '', '--yes');
    assert.deepEqual(await stored(), { rules: [{ id: 'everybody' }], startAt: start });
    const words = ['flags', 'schedule', slug, 'cart', '--stop', '2098-01-01T00:00:00Z', '--yes'];
    await assertFailing(cli, [{ words, exit: 2, code: 'validation_error', says: /correct --stop/ }]);
    await run('schedule', slug, 'cart', '--clear', '--yes');
    assert.equal(await stored(), null);
  });

  it('show the change, ask, and refuse a stale one', async () => {
    const words = ['flags', 'rollout', slug, 'cart', '20'];
    await assertFailing(cli, [{ words, exit: 2, code: 'usage', says: /--yes/ }]);
    const terminal = cli.terminal(words, { columns: 160 });
    await terminal.expect('20 % → on');
    await terminal.expect(`Change the targeting of flag cart of ${slug}? (y/N)`);
    await admin(cli.server).put(`/admin/apps/${slug}/features/cart`, { description: 'Other' }).expect(200);
    terminal.press('y\r');
    await terminal.expect(`Flag cart of ${slug} was changed by somebody else meanwhile: your change was not made.`);
    assert.equal((await terminal.ended()).code, 6);
    assert.equal(await stored(), null);
    const refused = cli.terminal(words, { columns: 160 });
    await refused.expect('(y/N)');
    refused.press('\r');
    assert.equal((await refused.ended()).code, 2);
    assert.equal(await stored(), null);
  });

  it('name the fault of a wrong use', async () => {
    const rollout = ['flags', 'rollout', slug, 'cart'];
    const set = ['flags', 'targeting', slug, 'cart', '--yes', '--set'];
    await assertFailing(cli, [
      { words: rollout, exit: 2, code: 'usage', says: /a percent from 0 to 100/ },
      { words: [...rollout, '101'], exit: 2, code: 'usage', says: /whole number from 0 to 100/ },
      { words: [...rollout, '20', '--every', '1d'], exit: 2, code: 'usage', says: /need --steps/ },
      { words: [...rollout, '--steps', '1,50', '--every', 'week'], exit: 2, code: 'usage', says: /not a valid span/ },
      { words: [...rollout, '--steps', '1@0m', '--every', '1d'], exit: 2, code: 'usage', says: /neither --every nor --start/ },
      { words: ['flags', 'schedule', slug, 'cart'], exit: 2, code: 'usage', says: /--start, --stop or --clear/ },
      { words: ['flags', 'schedule', slug, 'cart', '--clear', '--stop', '2h'], exit: 2, code: 'usage', says: /--clear/ },
      { words: [...set, '[]'], exit: 2, code: 'usage', says: /"rules"/ },
      { words: [...set, '{"rules":[{"id":"a","segments":["none"]}]}'], exit: 2, code: 'validation_error', says: /correct --set/ },
      { words: ['flags', 'rollout', slug, 'gone', '20', '--yes'], exit: 5, code: 'flag_not_found', says: /diwan flags list/ },
    ]);
    const request = `PUT /api/v1/admin/apps/${slug}/features/cart`;
    const body = { targeting: { rules: [{ id: 'everybody', percentage: 20 }] } };
    await assertDryRuns(cli, [{ words: [...rollout, '20'], request, body }]);
    assert.equal(await stored(), null);
  });
});

describe('diwan flags diff', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
  });
  after(() => cli.close());

  it('lists what differs and exits with 1', async () => {
    const [first, second] = [await registerApp(cli.server), await registerApp(cli.server)];
    const create = (slug: string, body: object) => admin(cli.server).post(`/admin/apps/${slug}/features`, body).expect(201);
    await create(first, { flagKey: 'same', config: { a: 1, b: 2 } });
    await create(second, { flagKey: 'same', config: { b: 2, a: 1 } });
    const equal = await cli.run(['flags', 'diff', first, second, '--output', 'table']);
    assert.deepEqual([equal.code, equal.stderr], [0, `The flags and segments of ${first} and ${second} are the same.\n`]);
    await create(first, { flagKey: 'here' });
    await create(second, { flagKey: 'there' });
    await create(first, { flagKey: 'both', isEnabled: true });
    await create(second, { flagKey: 'both', kind: 'ops' });
    await admin(cli.server)
      .post(`/admin/apps/${second}/segments`, { key: 'gulf', conditions: [GULF] })
      .expect(201);
    const { code, stdout } = await cli.run(['flags', 'diff', first, second]);
    assert.equal(code, 1);
    assert.deepEqual(
      tsv(stdout).map((row) => Object.values(row).join(' ')),
      [
        'flag here  present absent',
        'flag there  absent present',
        'flag both isEnabled true false',
        'flag both kind "release" "ops"',
        'segment gulf  absent present',
      ],
    );
    const { code: jsonCode, stdout: json } = await cli.run(['flags', 'diff', first, second, '--json']);
    const { flags, segments } = JSON.parse(json);
    assert.deepEqual([jsonCode, flags.onlyFirst, flags.onlySecond, segments.onlySecond], [1, ['here'], ['there'], ['gulf']]);
    assert.deepEqual(flags.different, [
      {
        key: 'both',
        fields: [
          { field: 'isEnabled', first: true, second: false },
          { field: 'kind', first: 'release', second: 'ops' },
        ],
      },
    ]);
    await assertFailing(cli, [{ words: ['flags', 'diff', first, 'nowhere'], exit: 5, code: 'app_not_found' }]);
  });
});
