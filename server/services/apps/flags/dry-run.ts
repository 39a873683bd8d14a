import type { App } from '../../../../models/apps/App.ts';
import { type FlagChange, flagQuestion } from '../../../domain/flags/audience.ts';
import { warningsOf } from '../../../domain/flags/warnings.ts';
import type { Apps } from '../apps-service.ts';
import { dryRunChange, type Effect } from '../audience/dry-run-change.ts';
import { measureAudience } from '../audience/measure-audience.ts';
import { compileSome, type FlagState, fingerprintOf, flagsNaming, readFlagState } from './flag-state.ts';

/** The flags or the segment that a write is about. */
export type Subject = { readonly flags: readonly string[] } | { readonly segment: string };

/** A write to try, and when. */
export interface FlagsWrite<T> {
  readonly slug: string;
  readonly now: Date;
  /** The flags or the segment, which may depend on the result. */
  subjectOf(result: T): Subject;
  write(): Promise<T>;
}

export interface FlagsEffect<T> extends Effect {
  readonly result: T;
  readonly before: FlagState;
  readonly after: FlagState;
}

/**
 * Runs a write of flags or segments without keeping it, and measures whom it would reach. The app stays locked only while the write runs.
 * @throws what the write throws
 */
export async function dryRunFlags<T>(apps: Apps, { slug, now, subjectOf, write }: FlagsWrite<T>): Promise<FlagsEffect<T>> {
  const read = (app: App) => readFlagState(apps.db, app);
  const { app, result, before, after } = await dryRunChange(apps, { slug, write, read });
  const subject = subjectOf(result);
  const change = changeOf({ before, after }, subject, now);
  return {
    result,
    before,
    after,
    audience: await measureAudience(apps.db, { appId: app.id, now }, flagQuestion(change)),
    warnings: remarksOn(change, subject),
  };
}

function changeOf({ before, after }: Pick<FlagsEffect<unknown>, 'before' | 'after'>, subject: Subject, now: Date): FlagChange {
  const keys =
    'flags' in subject ? subject.flags : [...new Set([...flagsNaming(before, subject.segment), ...flagsNaming(after, subject.segment)])];
  const altered = keys.filter((key) => fingerprintOf(before, key) !== fingerprintOf(after, key));
  return { before: compileSome(before, keys), after: compileSome(after, keys), keys, altered: new Set(altered), at: now.getTime() };
}

function remarksOn({ after, keys, at }: FlagChange, subject: Subject): string[] {
  if ('segment' in subject && keys.length === 0) return [`No flag names the segment ${subject.segment}, so it reaches nobody.`];
  return keys.flatMap((key) => {
    const flag = after.get(key);
    return flag === undefined ? [] : warningsOf(after, flag, at);
  });
}
