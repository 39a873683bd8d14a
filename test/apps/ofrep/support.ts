import { admin } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';

const one = (key: string, value: unknown) => ({ variants: [{ key, value, weight: 1 }], rules: [{ id: 'all' }] });

/** A flag of each kind by key, and what a client with the targeting key `inst-1` on Android gets. */
export const FLAGS = {
  plain: { sent: { isEnabled: true }, answer: { value: true, reason: 'STATIC', variant: 'on' } },
  killed: { sent: { isEnabled: false }, answer: { value: false, reason: 'STATIC', variant: 'off' } },
  android: {
    sent: { targeting: { rules: [{ id: 'r', when: [{ attribute: 'platform', operator: 'in', values: ['android'] }] }] } },
    answer: { value: true, reason: 'TARGETING_MATCH', variant: 'on' },
  },
  all_by_percent: {
    sent: { targeting: { rules: [{ id: 'r', percentage: 99, salt: 'gr1', stickiness: 'platform' }] } },
    answer: { value: true, reason: 'SPLIT', variant: 'on' },
  },
  vip: {
    sent: { targeting: { rules: [{ id: 'r', when: [{ attribute: 'userId', operator: 'in', values: ['vip'] }] }], otherwise: 'off' } },
    answer: { value: false, reason: 'STATIC', variant: 'off' },
  },
  inverted: {
    sent: { targeting: { variants: [{ key: 'no', value: false, weight: 1 }], rules: [{ id: 'r' }] } },
    answer: { value: false, reason: 'TARGETING_MATCH', variant: 'no' },
  },
  'a.text-1': {
    sent: { valueType: 'string', targeting: one('greeting', 'مرحبا "2"') },
    answer: { value: 'مرحبا "2"', reason: 'TARGETING_MATCH', variant: 'greeting' },
  },
  number: { sent: { valueType: 'number', targeting: one('n', 0.25) }, answer: { value: 0.25, reason: 'TARGETING_MATCH', variant: 'n' } },
  object: {
    sent: { valueType: 'object', targeting: one('o', { limit: 5 }) },
    answer: { value: { limit: 5 }, reason: 'TARGETING_MATCH', variant: 'o' },
  },
  config: { sent: { valueType: 'object', config: { limit: 7 } }, answer: { value: { limit: 7 }, reason: 'STATIC' } },
  text_off: { sent: { isEnabled: false, valueType: 'string', targeting: one('t', 'x') }, answer: { reason: 'DISABLED' } },
  no_value: {
    sent: { valueType: 'string' },
    answer: { errorCode: 'GENERAL', errorDetails: 'The flag is on, but has no variant to serve.' },
  },
} as const;

export const CONTEXT = { targetingKey: 'inst-1', platform: 'android' };

/** The bulk answer to `CONTEXT`. */
export const ALL_ANSWERS = Object.entries(FLAGS)
  .map(([key, { answer }]) => ({ key, ...answer }))
  .sort((a, b) => (a.key < b.key ? -1 : 1));

export async function createFlags(server: TestServer, slug: string, flags: Readonly<Record<string, { sent: object }>> = FLAGS) {
  for (const [flagKey, { sent }] of Object.entries(flags))
    await admin(server)
      .post(`/admin/apps/${slug}/features`, { flagKey, isEnabled: true, ...sent })
      .expect(201);
}

/** Changes a flag and makes the server see it at once. */
export async function changeFlag(server: TestServer, slug: string, [flagKey, body]: [string, object]): Promise<void> {
  await admin(server).put(`/admin/apps/${slug}/features/${flagKey}`, body).expect(200);
}
