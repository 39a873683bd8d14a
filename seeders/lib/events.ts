import type { DemoApp } from './apps.ts';
import { DAY, pick, type Random } from './arrange.ts';
import type { Habits } from './habits.ts';

export interface DemoEvent {
  readonly eventType: string;
  readonly userId: string | null;
  readonly platform: 'android' | 'ios';
  readonly appVersion: string;
  readonly details: Readonly<Record<string, string | number>> | null;
  readonly occurredAt: Date;
  readonly createdAt: Date;
}

interface Visitor {
  readonly userId: string;
  readonly platform: 'android' | 'ios';
  /** How many days after a release they install it. */
  readonly lag: number;
}

interface Release {
  readonly name: string;
  readonly outAt: number;
  readonly isForce: boolean;
}

const DAYS = 30;
const HOUR = 3_600_000;
const RIYADH = 3 * HOUR;
/** Longest delay between an event and its report. */
const DELAY = 3_000;

/**
 * The events of an app in the 30 days before the run, in the order in which they were reported. Whole days are generated and then cut to
 * the window.
 */
export function eventsOf(app: DemoApp, habits: Habits, { random, now }: { random: Random; now: Date }): DemoEvent[] {
  const midnight = midnightBefore(now);
  const releases = releasesOf(app, midnight);
  const visitors = visitorsOf(app.slug, habits, random);
  const events: DemoEvent[] = [];
  // a day begins three hours earlier in Riyadh, so it may be tomorrow there
  for (let daysAgo = DAYS + 1; daysAgo >= -1; daysAgo -= 1) {
    const day = midnight - daysAgo * DAY;
    const visits = Math.round(habits.visitsPerDay * busyness(day, habits) * (0.92 + random() * 0.16));
    for (let visit = 0; visit < visits; visit += 1) events.push(...visitOf({ day, habits, visitors, releases, random }));
  }
  const start = now.getTime() - DAYS * DAY;
  return events
    .filter(({ occurredAt, createdAt }) => occurredAt.getTime() > start && createdAt <= now)
    .sort((left, right) => left.createdAt.getTime() - right.createdAt.getTime());
}

/** Midnight in UTC at the start of that day. */
export function midnightBefore(now: Date): number {
  return Math.floor(now.getTime() / DAY) * DAY;
}

/** The active releases, newest first. */
function releasesOf(app: DemoApp, midnight: number): Release[] {
  const inService = app.releases.filter(({ isActive = true }) => isActive);
  return inService.map(({ name, daysAgo, isForce = false }) => ({ name, isForce, outAt: midnight - daysAgo * DAY })).reverse();
}

function visitorsOf(slug: string, { users, iosShare }: Habits, random: Random): Visitor[] {
  return Array.from({ length: users }, (_, index) => ({
    userId: `${slug.replace('diwan-', '')}-${String(index + 1).padStart(4, '0')}`,
    platform: random() < iosShare ? 'ios' : 'android',
    lag: random() ** 3 * 32,
  }));
}

function busyness(day: number, { weekend }: Habits): number {
  const weekday = new Date(day).getUTCDay();
  return weekday === 5 || weekday === 6 ? weekend : 1;
}

interface VisitPlan {
  readonly day: number;
  readonly habits: Habits;
  readonly visitors: readonly Visitor[];
  readonly releases: readonly Release[];
  readonly random: Random;
}

function visitOf({ day, habits, visitors, releases, random }: VisitPlan): DemoEvent[] {
  // the first visitors come most often
  const { userId, platform, lag } = pick(random, visitors.slice(0, 1 + Math.floor(visitors.length * random())));
  const isSignedOut = random() < habits.signedOutShare;
  const hour = pickWeighted(
    random,
    habits.hours.map((weight, index) => [weight, index]),
  );
  let at = day + hour * HOUR - RIYADH + Math.floor(random() * HOUR);
  const appVersion = versionAt(at, lag, releases);
  const types = pickWeighted(random, habits.journeys).split(' ');
  return types.map((eventType) => {
    at += 1_000 + Math.floor(random() * 60_000);
    return {
      eventType,
      userId: isSignedOut ? null : userId,
      platform,
      appVersion,
      details: habits.details[eventType]?.(random) ?? null,
      occurredAt: new Date(at),
      createdAt: new Date(at + Math.floor(random() * DELAY)),
    };
  });
}

/** Picks a choice with a probability proportional to its weight. */
function pickWeighted<T>(random: Random, choices: readonly (readonly [weight: number, choice: T])[]): T {
  let rest = random() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, choice] of choices) {
    rest -= weight;
    if (rest < 0) return choice;
  }
  throw new Error('There is nothing to pick from.');
}

/** The newest release that this visitor has installed; forced releases are installed at once. */
function versionAt(at: number, lag: number, releases: readonly Release[]): string {
  const reached = releases.find(({ outAt, isForce }) => outAt + (isForce ? 0 : lag * DAY) <= at);
  return (reached ?? releases.at(-1))?.name ?? '';
}
