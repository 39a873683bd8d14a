import assert from 'node:assert/strict';
import { DEMO_APPS } from '../../seeders/lib/apps.ts';
import { seededRandom } from '../../seeders/lib/arrange.ts';
import { eventsOf } from '../../seeders/lib/events.ts';
import { DEMO_HABITS } from '../../seeders/lib/habits.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the demo events', () => {
  for (const hour of [0, 1, 6, 12, 20, 21, 22, 23])
    it(`fill the thirty days before a run at ${hour}:30`, () => {
      const now = new Date(Date.UTC(2026, 10, 21, hour, 30));
      const all = DEMO_APPS.map((app) => {
        const habits = DEMO_HABITS[app.slug];
        assert.ok(habits !== undefined);
        return eventsOf(app, habits, { random: seededRandom(1), now });
      });
      const total = all.flat().length;
      assert.ok(total > 18_500 && total < 21_500, String(total));
      const times = all.flat().map(({ occurredAt }) => occurredAt.getTime());
      const [first, last] = [times.reduce((left, right) => Math.min(left, right)), times.reduce((left, right) => Math.max(left, right))];
      assert.ok(first > now.getTime() - 30 * DAY && first < now.getTime() - 30 * DAY + 2 * HOUR, new Date(first).toISOString());
      assert.ok(last <= now.getTime() && last > now.getTime() - 2 * HOUR, new Date(last).toISOString());
    });
});
