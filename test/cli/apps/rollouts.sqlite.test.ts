import assert from 'node:assert/strict';
import { publish, registerApp } from '../../apps/support.ts';
import { admin } from '../../support/requests/client.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { fieldsOf, tsv } from '../support/outcome.ts';

describe('the rollout commands of diwan versions', () => {
  let cli: Cli;
  let slug: string;
  let id: number;

  before(async () => {
    cli = await startCliServer();
  });
  beforeEach(async () => {
    slug = await registerApp(cli.server);
    await publish(cli.server, slug);
    ({ id } = await publish(cli.server, slug, { versionName: '2.0.0', versionCode: 2, rolloutPercent: 10 }));
  });
  after(() => cli.close());

  const stored = async () => (await admin(cli.server).get(`/admin/apps/${slug}/versions/${id}`).expect(200)).body;

  it('ask for the slug before a release is widened', async () => {
    const words = ['versions', 'rollout', slug, '2', '--percent', '50'];
    await assertFailing(cli, [{ words, exit: 2, code: 'usage', says: new RegExp(`--confirm ${slug}`) }]);
    const terminal = cli.terminal(words, { columns: 200 });
    await terminal.expect('2.0.0 (code 2) goes from 10 % to 50 % of phones. Type');
    terminal.press(`${slug}\r`);
    await terminal.expect('50 % of phones');
    assert.equal((await terminal.ended()).code, 0);
    assert.equal((await stored()).offeredPercent, 50);
    assert.equal((await cli.run(['versions', 'rollout', slug, '2', '--percent', '20'])).code, 0);
    assert.equal((await stored()).offeredPercent, 20);
  });

  it('halt and roll back without a question', async () => {
    const halted = await cli.run(['versions', 'halt', slug, '2']);
    assert.deepEqual([halted.code, halted.stderr], [0, `${slug} 2.0.0 (code 2) is halted: no phone is offered it.\n`]);
    await assertFailing(cli, [{ words: ['versions', 'resume', slug, '2'], exit: 2, code: 'usage', says: /--confirm/ }]);
    const resumed = await cli.run(['versions', 'resume', slug, '2', '--confirm', slug]);
    assert.deepEqual([resumed.code, resumed.stderr], [0, `${slug} 2.0.0 (code 2) is offered to 10 % of phones again.\n`]);
    const back = await cli.json<{ rolloutState: string }>(['versions', 'rollback', slug, '2']);
    assert.equal(back.rolloutState, 'halted');
    const words = ['versions', 'rollback', slug, '1'];
    await assertFailing(cli, [{ words, exit: 6, code: 'no_earlier_release', says: /diwan versions halt/ }]);
  });

  it('draw the percent and the next steps', async () => {
    const steps = ['versions', 'rollout', slug, '2', '--steps', '20@0m,60@1d,100@2d', '--confirm', slug];
    assert.equal((await cli.run(steps)).code, 0);
    const { code, stdout } = await cli.run(['versions', 'show', slug, '2', '--output', 'table']);
    assert.equal(code, 0);
    assert.match(stdout, /█████░{19} 20 % of phones\n\s+Next: 60 % .+, 100 % .+\n/);
    const { rollout, state } = fieldsOf((await cli.run(['versions', 'show', slug, '2'])).stdout);
    assert.deepEqual([rollout, state], ['20', 'active']);
    const [row] = tsv((await cli.run(['versions', 'list', slug])).stdout);
    assert.deepEqual([row?.['rollout'], row?.['platform']], ['20', 'all']);
  });

  it('publish with every option of a rollout', async () => {
    const words = ['versions', 'publish', slug, '--name', '3.0.0', '--code', '3', '--platform', 'ios', '--steps', 'appstore'];
    const more = ['--priority', '3', '--min-os', '16', '--notes', 'New', '--notes-ar', 'جديد', '--force-after', '7d'];
    await assertFailing(cli, [{ words: [...words, ...more], exit: 2, code: 'usage', says: /--confirm/ }]);
    const { code, stderr } = await cli.run([...words, ...more, '--confirm', slug]);
    assert.deepEqual([code, stderr], [0, `${slug} 3.0.0 (code 3) is published for 1 % of phones.\n`]);
    const [{ platform, priority, minOsVersion, notes, steps, forceAfter }] = (await admin(cli.server).get(`/admin/apps/${slug}/versions`))
      .body;
    assert.deepEqual([platform, priority, minOsVersion, notes, steps.length], ['ios', 3, '16', { en: 'New', ar: 'جديد' }, 7]);
    assert.match(forceAfter, /Z$/);
    const check = ['versions', 'check', slug, '--platform', 'ios', '--current', '1.0.0', '--installation', 'i', '--os', '15'];
    assert.equal(fieldsOf((await cli.run(check)).stdout)['rollout'], '1 %, not included');
  });

  it('guard a release against crashes and remove the guard', async () => {
    const words = ['versions', 'publish', slug, '--name', '3.0.0', '--code', '3', '--guard-rate', '0.05', '--guard-action', 'halt'];
    const published = await cli.json<{ guard: object }>(words);
    assert.deepEqual(published.guard, { maxRate: 0.05, minUsers: 200, action: 'halt' });
    const { code, stderr } = await cli.run(['versions', 'guard', slug, '2', '--users', '1000']);
    assert.deepEqual([code, stderr], [0, `${slug} 2.0.0 (code 2): warn above 2 % of users with a crash, from 1,000 users on.\n`]);
    assert.deepEqual((await stored()).guard, { maxRate: 0.02, minUsers: 1000, action: 'warn' });
    const { guard } = fieldsOf((await cli.run(['versions', 'show', slug, '2'])).stdout);
    assert.equal(guard, 'warn above 2 % of users with a crash, from 1,000 users on');
    assert.equal((await cli.run(['versions', 'guard', slug, '2', '--off'])).stderr, `${slug} 2.0.0 (code 2) has no guard.\n`);
    assert.equal((await stored()).guard, null);
    await assertFailing(cli, [
      { words: ['versions', 'guard', slug, '2', '--rate', '2'], exit: 2, code: 'usage', says: /such as 0.02/ },
      { words: ['versions', 'guard', slug, '2', '--off', '--rate', '0.1'], exit: 2, code: 'usage', says: /--off/ },
    ]);
  });

  it('need the platform when two releases have the code', async () => {
    await publish(cli.server, slug, { versionName: '5.0.0', versionCode: 9, platform: 'android' });
    await publish(cli.server, slug, { versionName: '6.0.0', versionCode: 9, platform: 'ios' });
    for (const command of ['halt', 'show', 'activate'])
      await assertFailing(cli, [{ words: ['versions', command, slug, '9'], exit: 2, code: 'usage', says: /--platform/ }]);
    const { versionName } = await cli.json<{ versionName: string }>(['versions', 'halt', slug, '9', '--platform', 'ios']);
    assert.equal(versionName, '6.0.0');
  });

  it('refuse bad percents and steps and print requests', async () => {
    const rollout = ['versions', 'rollout', slug, '2'];
    await assertFailing(cli, [
      { words: rollout, exit: 2, code: 'usage', says: /--percent or --steps/ },
      { words: [...rollout, '--percent', '101'], exit: 2, code: 'usage', says: /whole number from 0 to 100/ },
      { words: [...rollout, '--steps', '10'], exit: 2, code: 'usage', says: /10@2h/ },
      { words: [...rollout, '--steps', '10@soon'], exit: 2, code: 'usage', says: /not a valid time/ },
      { words: ['versions', 'halt', slug, '7'], exit: 5, code: 'version_not_found' },
    ]);
    const path = `/api/v1/admin/apps/${slug}/versions/${id}`;
    await assertDryRuns(cli, [
      { words: [...rollout, '--steps', 'appstore'], request: `POST ${path}/rollout`, body: { steps: 'appstore' } },
      { words: ['versions', 'rollback', slug, '2'], request: `POST ${path}/rollback`, body: null },
    ]);
  });
});
