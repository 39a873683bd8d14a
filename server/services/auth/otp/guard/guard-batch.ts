import type { Database } from '../../../../platform/db/database.ts';
import { dayOf } from '../../../../platform/db/records/daily-counts.ts';
import { type Batches, textSize } from '../../../../platform/db/transactions/batches.ts';
import { type NewCode, nameOf, type StoredCode, storeCodes } from '../stored-codes.ts';
import { DIMENSIONS, type Dimension, type GuardRefusal, judge, type Subjects } from './dimensions.ts';
import { GuardRows } from './guard-rows.ts';
import { countSent, countUsed, type Steps, withoutOld } from './steps.ts';

/** Asks for a place for a code, which is stored with it. */
export interface TakePlace {
  readonly kind: 'take';
  readonly code: NewCode;
  /** When the code is sent. */
  readonly at: Date;
  readonly now: Date;
  /** null when the guard does not count it, such as a code for the phone of a signed-in user. */
  readonly subjects: Subjects | null;
  /** Whether a code without a place is refused; otherwise the refusal is only reported. */
  readonly isEnforced: boolean;
  readonly scale: number;
  readonly isKnownDevice: boolean;
  /** The most messages of the day; null for no limit. */
  readonly cap: number | null;
}

/** Asks for a place for a further message with a code that has its place. */
export interface TakeMessage extends Pick<TakePlace, 'at' | 'now'> {
  readonly kind: 'message';
  /** Only the cap counts it. */
  readonly subjects: null;
  readonly cap: number;
}

/** Gives a place back, because no channel accepted the code. */
export interface ReturnPlace extends Pick<TakePlace, 'at' | 'now' | 'subjects' | 'cap'> {
  readonly kind: 'return';
}

/** The right code came. */
export interface NoteUse {
  readonly kind: 'use';
  /** When the code was sent. */
  readonly at: Date;
  readonly now: Date;
  readonly subjects: Subjects;
}

export type GuardItem = TakePlace | TakeMessage | ReturnPlace | NoteUse;

/** Notices to the team, each at most once an hour. */
export type Alarm = 'guard' | 'cap80' | 'cap100';

export interface PlaceOutcome {
  /** The dimension that has no place, also where that is only recorded. */
  readonly refusal: GuardRefusal | null;
  /** The refusal of which the alarm `guard` tells. */
  readonly alarmed: GuardRefusal | null;
  /** Whether the code is stored and may be sent. */
  readonly isAccepted: boolean;
  /** The code that this one replaced. */
  readonly before: StoredCode | null;
  /** Seconds until the end of the day when its messages are used up. */
  readonly cappedFor: number | null;
  readonly alarms: readonly Alarm[];
  /** The messages of the day with this one, where there is a cap. */
  readonly messages: number | null;
}

const NO_OUTCOME: PlaceOutcome = {
  isAccepted: false,
  refusal: null,
  alarmed: null,
  before: null,
  cappedFor: null,
  alarms: [],
  messages: null,
};
const ALARM_SECONDS = 3_600;
const DAY_MS = 86_400_000;
/** The share of the cap from which the team is warned. */
const WARNED_SHARE = 0.8;

/** Writes codes with their places, which all processes together give one after the other in a project. */
export function guardBatches(onAlarm: (db: Database, alarm: AlarmedPlace) => Promise<void>): Batches<GuardItem, PlaceOutcome> {
  return {
    name: 'codes',
    sizeOf: () => textSize(),
    identityOf: (item) => (item.kind === 'take' ? nameOf(item.code) : null),
    async write(db, projectId, items) {
      const now = new Date(Math.max(...items.map((item) => item.now.getTime())));
      const rows = await GuardRows.lock(db, projectId, { codes: items.filter(isCounted).map(({ subjects }) => subjects), now });
      const places = items.map((item) => apply(rows, item));
      await rows.write(db, projectId, now);
      const outcomes = await storeWithPlace(db, projectId, { items, places });
      for (const [index, outcome] of outcomes.entries()) {
        const item = items[index];
        if (item?.kind === 'take' || item?.kind === 'message')
          for (const alarm of outcome.alarms) await onAlarm(db, { projectId, alarm, item, outcome });
      }
      return outcomes;
    },
  };
}

/** An alarm with the place that raised it. */
export interface AlarmedPlace {
  readonly projectId: number;
  readonly alarm: Alarm;
  readonly item: TakePlace | TakeMessage;
  readonly outcome: PlaceOutcome;
}

/** Whether the guard or the cap counts it. */
function isCounted(item: GuardItem): boolean {
  return item.subjects !== null || ('cap' in item && item.cap !== null);
}

/** Stores the codes that have a place. */
async function storeWithPlace(
  db: Database,
  projectId: number,
  { items, places }: { items: readonly GuardItem[]; places: readonly PlaceOutcome[] },
): Promise<PlaceOutcome[]> {
  const accepted = items.filter((item, index): item is TakePlace => item.kind === 'take' && places[index]?.isAccepted === true);
  const replaced = await storeCodes(
    db,
    projectId,
    accepted.map(({ code }) => code),
  );
  const before = new Map(accepted.map(({ code }, index) => [code, replaced[index] ?? null]));
  return places.map((place, index) => {
    const item = items[index];
    return item?.kind === 'take' ? { ...place, before: before.get(item.code) ?? null } : place;
  });
}

function apply(rows: GuardRows, item: GuardItem): PlaceOutcome {
  if (item.kind === 'take') return take(rows, item);
  if (item.kind === 'message') return { ...NO_OUTCOME, ...takeMessage(rows, item) };
  const { subjects, at, now } = item;
  if (subjects !== null)
    for (const dimension of DIMENSIONS) {
      const steps = stepsFor(rows, dimension, subjects, now);
      if (item.kind === 'use') countUsed(steps, at);
      else countSent(steps, at, -1);
    }
  if (item.kind === 'return' && item.cap !== null) countMessage(rows, at, -1);
  return NO_OUTCOME;
}

function take(rows: GuardRows, item: TakePlace): PlaceOutcome {
  const { at, subjects, isEnforced, scale, isKnownDevice } = item;
  const steps = new Map(subjects === null ? [] : DIMENSIONS.map((each) => [each, withoutOld(rows.get(each, subjects[each]).steps, at)]));
  const refusals = judge({ steps, now: at, scale, isKnownDevice });
  const refusal = refusals[0] ?? null;
  if (refusal !== null && isEnforced) return { ...NO_OUTCOME, refusal, ...alarmOfRefusals(rows, refusals, at) };
  const { cappedFor, messages, alarms } = takeMessage(rows, item);
  if (cappedFor !== null) return { ...NO_OUTCOME, refusal, cappedFor, messages, alarms };
  if (subjects !== null)
    for (const [dimension, counted] of steps) {
      countSent(counted, at);
      rows.change(dimension, subjects[dimension]).steps = counted;
    }
  return { ...NO_OUTCOME, isAccepted: true, refusal, messages, alarms };
}

function stepsFor(rows: GuardRows, dimension: Dimension, subjects: Subjects, now: Date): Steps {
  const row = rows.change(dimension, subjects[dimension]);
  row.steps = withoutOld(row.steps, now);
  return row.steps;
}

function takeMessage(rows: GuardRows, { at, cap }: Pick<TakePlace, 'at' | 'cap'>): Pick<PlaceOutcome, 'cappedFor' | 'messages' | 'alarms'> {
  if (cap === null) return { cappedFor: null, messages: null, alarms: [] };
  const { day, messages } = messagesOf(rows, at);
  if (messages >= cap) {
    const end = Date.parse(`${day}T00:00:00Z`) + DAY_MS;
    return { cappedFor: Math.max(1, Math.ceil((end - at.getTime()) / 1_000)), messages, alarms: alarms(rows, at, ['cap100']) };
  }
  countMessage(rows, at, 1);
  const reached = messages + 1;
  const names: Alarm[] = [
    ...(reached >= Math.ceil(cap * WARNED_SHARE) && !isToldToday(rows, 'cap80', at) ? ['cap80' as const] : []),
    ...(reached >= cap ? ['cap100' as const] : []),
  ];
  return { cappedFor: null, messages: reached, alarms: alarms(rows, at, names) };
}

/** A cap that is lowered below what was sent is noticed by the next message. */
function isToldToday(rows: GuardRows, alarm: Alarm, at: Date): boolean {
  const seconds = rows.get('project', '').toldAt?.[alarm];
  return seconds !== undefined && dayOf(new Date(seconds * 1_000)) === dayOf(at);
}

/** The latest day counts: a request from before midnight, or a clock that is behind, must not begin it again. */
function messagesOf(rows: GuardRows, at: Date): { day: string; messages: number } {
  const today = dayOf(at);
  const { messages } = rows.get('project', '');
  const isLater = messages !== undefined && messages.day >= today;
  return isLater ? { day: messages.day, messages: messages.messages } : { day: today, messages: 0 };
}

function countMessage(rows: GuardRows, at: Date, by: 1 | -1): void {
  const { day, messages } = messagesOf(rows, at);
  if (by === -1 && messages === 0) return;
  rows.change('project', '').messages = { day, messages: messages + by };
}

/** The team hears of codes that a country or the project has no place for, also where another refusal waits longer. */
function alarmOfRefusals(rows: GuardRows, refusals: readonly GuardRefusal[], at: Date): Pick<PlaceOutcome, 'alarmed' | 'alarms'> {
  const alarmed = refusals.find(({ dimension }) => dimension === 'country' || dimension === 'project') ?? null;
  return { alarmed, alarms: alarmed === null ? [] : alarms(rows, at, ['guard']) };
}

/** Those of the alarms that were not raised in the last hour; now they are. */
function alarms(rows: GuardRows, at: Date, names: readonly Alarm[]): readonly Alarm[] {
  const seconds = Math.floor(at.getTime() / 1_000);
  const toldAt = rows.get('project', '').toldAt ?? {};
  const due = names.filter((name) => Math.abs(seconds - (toldAt[name] ?? Number.NEGATIVE_INFINITY)) >= ALARM_SECONDS);
  if (due.length > 0) rows.change('project', '').toldAt = { ...toldAt, ...Object.fromEntries(due.map((name) => [name, seconds])) };
  return due;
}
