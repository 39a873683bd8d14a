import type { App } from '../../../../models/apps/App.ts';
import { rehearse } from '../../../platform/db/rehearse.ts';
import { findApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import type { MeasuredReach } from './measure-reach.ts';

/** A write to rehearse, and what it changes. */
export interface Rehearsal<T, S> {
  readonly slug: string;
  write(): Promise<T>;
  /** Reads what the write may change, before and after it. */
  read(app: App): Promise<S>;
}

/** A write that was not kept. */
export interface Rehearsed<T, S> {
  readonly app: App;
  readonly result: T;
  readonly before: S;
  readonly after: S;
}

/** Whom a write reaches, and what may surprise. */
export interface Foresight {
  readonly reach: MeasuredReach;
  readonly warnings: readonly string[];
}

/** The answer to a dry run: the thing before and after the write. */
export interface ForeseenChange<T> extends Foresight {
  readonly before: T | null;
  readonly after: T | null;
}

/** Runs a write to an app without keeping it. The app stays locked only while the write runs. @throws what the write throws */
export function rehearseChange<T, S>({ db }: Apps, { slug, write, read }: Rehearsal<T, S>): Promise<Rehearsed<T, S>> {
  return rehearse(db, async () => {
    const app = await findApp(db, slug, { lock: true });
    const before = await read(app);
    const result = await write();
    return { app, result, before, after: await read(await findApp(db, slug)) };
  });
}
