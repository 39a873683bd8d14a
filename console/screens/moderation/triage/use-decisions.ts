import { useRef, useState } from 'react';
import { useApi } from '../../../api.ts';
import { type Entry, keyOf, type Verdict } from './entry.ts';
import { type Outcome, sendUndo, sendVerdict } from './send.ts';
import type { Queue } from './use-queue.ts';

/** The last thing that was done, for the reader. */
export interface LastAct {
  readonly act: Verdict | 'undo';
  readonly entries: readonly Entry[];
}

/** Decisions that were refused. */
export interface Refused {
  readonly act: 'decide' | 'undo';
  readonly outcomes: readonly Outcome[];
}

interface Callbacks {
  /** An entry waits again, or still, and is to be shown. `read` are the texts that were read and have changed since. */
  readonly onBack: (key: string, read: readonly Entry[]) => void;
}

/** Decides and takes back, one request after the other. An entry leaves the list as soon as its decision is on the way. */
export function useDecisions(queue: Queue, { onBack }: Callbacks) {
  const api = useApi();
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Refused | null>(null);
  const [last, setLast] = useState<LastAct | null>(null);
  const [batches, setBatches] = useState(0);
  const undoable = useRef<(readonly Outcome[])[]>([]);
  const line = useRef<Promise<void>>(Promise.resolve());

  const inLine = (work: () => Promise<void>): void => {
    line.current = line.current.then(work);
  };
  const remember = (batch: readonly Outcome[]): void => {
    if (batch.length > 0) undoable.current.push(batch);
    setBatches(undoable.current.length);
  };

  const decide = (entries: readonly Entry[], verdict: Verdict, reason: string): void => {
    const keys = entries.map(keyOf);
    setAway((all) => new Set([...all, ...keys]));
    inLine(async () => {
      const outcomes = await sendVerdict(api, entries, verdict, reason);
      const [open, settled] = [outcomes.filter(isOpenStill), outcomes.filter((outcome) => !isOpenStill(outcome))];
      await queue.drop(new Set(settled.map(({ entry }) => keyOf(entry))));
      if (open.length > 0) await queue.reload();
      setAway((all) => new Set([...all].filter((key) => !keys.includes(key))));
      const done = outcomes.filter(({ fault }) => fault === null);
      remember(done);
      if (done.length > 0) setLast({ act: verdict, entries: done.map(({ entry }) => entry) });
      tell('decide', outcomes);
      showAgain(
        open,
        open.filter(({ fault }) => fault?.kind === 'changed'),
      );
    });
  };

  const undo = (): void => {
    inLine(async () => {
      const batch = undoable.current.pop();
      if (batch === undefined) return;
      const outcomes = await sendUndo(api, batch);
      // a request that got no answer may be sent again
      remember(outcomes.filter(({ fault }) => fault?.kind === 'problem').map((outcome) => ({ ...outcome, fault: null })));
      await queue.reload();
      const done = outcomes.filter(({ fault }) => fault === null);
      if (done.length > 0) setLast({ act: 'undo', entries: done.map(({ entry }) => entry) });
      tell('undo', outcomes);
      showAgain(done, []);
    });
  };

  function showAgain([first]: readonly Outcome[], changed: readonly Outcome[]): void {
    if (first === undefined) return;
    onBack(
      keyOf(first.entry),
      changed.map(({ entry }) => entry),
    );
  }

  /** Adds refusals, and forgets earlier ones of the same entries. */
  function tell(act: Refused['act'], outcomes: readonly Outcome[]): void {
    const keys = new Set(outcomes.map(({ entry }) => keyOf(entry)));
    const faults = outcomes.filter(({ fault }) => fault !== null);
    setRefused((old) => {
      const others = old?.outcomes.filter(({ entry }) => !keys.has(keyOf(entry))) ?? [];
      const all = [...others, ...faults];
      return all.length === 0 ? null : { act: faults.length > 0 ? act : (old?.act ?? act), outcomes: all };
    });
  }

  return { away, refused, dismiss: () => setRefused(null), last, canUndo: batches > 0, decide, undo };
}

export type Decisions = ReturnType<typeof useDecisions>;

/** Whether it waits still, because nothing or an older text was decided. */
function isOpenStill({ fault }: Outcome): boolean {
  return fault?.kind === 'changed' || fault?.kind === 'problem';
}
