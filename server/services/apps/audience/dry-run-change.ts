import type { App } from '../../../../models/apps/App.ts';
import { dryRun } from '../../../platform/db/transactions/dry-run.ts';
import { findApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import type { MeasuredAudience } from './measure-audience.ts';

/** A write to try, and what it changes. */
export interface TriedWrite<T, S> {
  readonly slug: string;
  write(): Promise<T>;
  /** Reads what the write may change, before and after it. */
  read(app: App): Promise<S>;
}

/** A write that was not kept. */
export interface TriedResult<T, S> {
  readonly app: App;
  readonly result: T;
  readonly before: S;
  readonly after: S;
}

/** Whom a write reaches, and what may surprise. */
export interface Effect {
  readonly audience: MeasuredAudience;
  readonly warnings: readonly string[];
}

/** The answer to a dry run: the thing before and after the write. */
export interface ChangeEffect<T> extends Effect {
  readonly before: T | null;
  readonly after: T | null;
}

/** Runs a write to an app without keeping it. The app stays locked only while the write runs. @throws what the write throws */
export function dryRunChange<T, S>({ db }: Apps, { slug, write, read }: TriedWrite<T, S>): Promise<TriedResult<T, S>> {
  return dryRun(db, async () => {
    const app = await findApp(db, slug, { lock: true });
    const before = await read(app);
    const result = await write();
    return { app, result, before, after: await read(await findApp(db, slug)) };
  });
}
