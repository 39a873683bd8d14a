import assert from 'node:assert/strict';
import fc from 'fast-check';
import { AuditEntry } from '../../../models/platform/AuditEntry.ts';
import type { Condition, Requirement, Targeting } from '../../../server/domain/flags/targeting.ts';
import type { ExplainedBody } from '../../../server/schemas/apps/flags.ts';
import { admin, type Client, client } from '../../support/requests/client.ts';
import { clientWithKey } from '../../support/requests/key-access.ts';
import { operatorToken } from '../../support/requests/tokens.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, faultsOf, registerApp } from '../support.ts';

type Explained = ExplainedBody['flags'][number];
type Attributes = Record<string, unknown>;

/** The percent of the installation 123 with the salt gr1, as other systems find too. */
const BUCKET = 73;

describe('the explanation of flags', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    slug = await registerApp(server);
  });
  after(() => server.close());

  const create = (flagKey: string, targeting: Targeting | null, isEnabled = true) =>
    admin(server).post(`/admin/apps/${slug}/features`, { flagKey, isEnabled, targeting }).expect(201);
  const explain = (context: Attributes, at?: string, caller: Client = admin(server)) =>
    caller.post(`/admin/apps/${slug}/features/explain`, { context, ...(at === undefined ? {} : { at }) });
  const explained = async (context: Attributes, at?: string): Promise<Record<string, Explained>> => {
    const { body }: { body: ExplainedBody } = await explain(context, at).expect(200);
    return Object.fromEntries(body.flags.map((flag) => [flag.key, flag]));
  };

  it('names the step that decided each flag', async () => {
    await create('parent', null, false);
    await create('off', { rules: [{ id: 'all' }], requires: [{ flag: 'parent' }] }, false);
    await create('early', { rules: [{ id: 'all' }], startAt: '2100-01-01T00:00:00Z' });
    await create('child', { rules: [{ id: 'all' }], requires: [{ flag: 'parent' }] });
    await create('ruled', { rules: [{ id: 'none', percentage: 0 }, { id: 'all' }] });
    await create('drawn', { rules: [{ id: 'part', percentage: BUCKET, salt: 'gr1' }] });
    await create('missed', { rules: [{ id: 'part', percentage: BUCKET - 1, salt: 'gr1' }], otherwise: {} });
    await create('plain', null);
    const flags = await explained({ installationId: '123' });
    const shown = Object.values(flags).map(({ key, enabled, step, ruleId, bucket }) => [key, enabled, step, ruleId, bucket]);
    assert.deepEqual(shown, [
      ['child', false, 'requires', null, null],
      ['drawn', true, 'percentage', 'part', BUCKET],
      ['early', false, 'schedule', null, null],
      ['missed', true, 'percentage', 'part', BUCKET],
      ['off', false, 'off', null, null],
      ['parent', false, 'off', null, null],
      ['plain', true, 'default', null, null],
      ['ruled', true, 'rule', 'all', null],
    ]);
    const { missed, early } = await explained({}, '2100-01-01T00:00:00Z');
    assert.deepEqual([missed?.bucket, early?.step, early?.enabled], [null, 'rule', true]);
  });

  it('shows the conditions of the rule with what was told', async () => {
    const gulf = [{ attribute: 'country', operator: 'in', values: ['SA', 'AE'] }];
    await admin(server).post(`/admin/apps/${slug}/segments`, { key: 'gulf', conditions: gulf }).expect(201);
    const plan: Condition = { attribute: 'plan', operator: 'in', values: ['free'], not: true };
    await create('cart', { rules: [{ id: 'paying', when: [plan], segments: ['gulf'] }] });
    const judged = (actual: unknown, matched: boolean) => ({ ...plan, actual, matched });
    const inGulf = (actual: unknown, matched: boolean) => ({ ...gulf[0], not: false, actual, matched });
    const { cart } = await explained({ plan: 'gold', country: 'SA' });
    assert.deepEqual([cart?.step, cart?.ruleId, cart?.conditions], ['rule', 'paying', [judged('gold', true), inGulf('SA', true)]]);
    const { cart: other } = await explained({ plan: 'free' });
    assert.deepEqual([other?.step, other?.ruleId, other?.conditions], ['default', null, [judged('free', false), inGulf(null, false)]]);
  });

  it('answers readers and writes no audit row', async () => {
    await create('cart', null);
    const staff = client(server, { token: operatorToken(server, { role: 'staff' }) });
    const reader = await clientWithKey(server, { scopes: ['read'], apps: [slug] });
    const writer = await clientWithKey(server, { scopes: ['write'] });
    const rows = () => server.db.model(AuditEntry).count({ acrossProjects: true });
    const before = await rows();
    for (const caller of [staff, reader]) await explain({}, undefined, caller).expect(200);
    assert.equal(codeOf(await explain({}, undefined, writer).expect(403)), 'permission_denied');
    assert.equal(await rows(), before);
    assert.deepEqual(faultsOf(await explain({ targetingKey: 7 }).expect(400)), ['context']);
    assert.deepEqual(faultsOf(await explain({}, 'soon').expect(400)), ['at']);
  });

  it('gives every request what the public evaluation answers', async () => {
    const values = ['a', 'b', 'c'];
    const attribute = fc.constantFrom('platform', 'country', 'plan', 'targetingKey');
    const condition = fc.record({
      attribute,
      operator: fc.constantFrom('in' as const, 'starts_with' as const, 'contains' as const),
      values: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 }),
      not: fc.boolean(),
    });
    const rule = fc.record({
      when: fc.array(condition, { maxLength: 2 }),
      percentage: fc.constantFrom(0, 30, 60, 100),
      stickiness: attribute,
    });
    const targeting = fc.record({
      isEnabled: fc.constantFrom(true, true, true, false),
      variants: fc.constantFrom(
        [],
        [true, false].map((on) => ({ key: `v-${on}`, value: on, weight: 1 })),
      ),
      rules: fc.array(rule, { maxLength: 3 }),
      otherwise: fc.constantFrom('off' as const, {}),
      requires: fc.constantFrom<Requirement[]>([], [], [{ flag: 'f0' }], [{ flag: 'f1', on: false }]),
    });
    const told = fc.constantFrom(...values);
    const context = fc.record({ platform: told, country: told, plan: told, targetingKey: told }, { requiredKeys: [] });
    const seed = 20_261_128;
    for (const [index, { isEnabled, rules, requires, ...rest }] of fc.sample(targeting, { seed, numRuns: 30 }).entries())
      await create(
        `f${index}`,
        { ...rest, rules: rules.map((one, at) => ({ id: `r${at}`, ...one })), requires: index < 2 ? [] : requires },
        isEnabled,
      );
    const steps = new Set<string>();
    for (const attributes of fc.sample(context, { seed, numRuns: 25 })) {
      const { body } = await client(server).post(`/apps/${slug}/ofrep/v1/evaluate/flags`, { context: attributes }).expect(200);
      const flags = Object.values(await explained(attributes));
      for (const { step } of flags) steps.add(step);
      assert.deepEqual(
        flags.map(({ key, enabled, variant, reason }) => ({ key, value: enabled, reason, variant: variant ?? (enabled ? 'on' : 'off') })),
        body.flags,
      );
    }
    assert.deepEqual([...steps].sort(), ['default', 'off', 'percentage', 'requires', 'rule']);
  });
});
