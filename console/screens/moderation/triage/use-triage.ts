import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Entry, keyOf, mayHide, type Verdict } from './entry.ts';
import { useDecisions } from './use-decisions.ts';
import { useQueue } from './use-queue.ts';
import { useReading } from './use-reading.ts';

/** The state of the screen: what waits, what is read, what is selected, and what can be done with it. */
export function useTriage() {
  const { item, project: _, ...filter } = useSearch({ from: '/signed-in/moderation' });
  // as they were when they were selected: an edit since then has not been read
  const [selected, setSelected] = useState<ReadonlyMap<string, Entry>>(new Map());
  const queue = useQueue(filter);
  const decisions = useDecisions(queue, { onBack: (key, read) => reading.comeBack(key, read) });
  const entries = queue.entries.filter((entry) => !decisions.away.has(keyOf(entry)));
  const reading = useReading(entries, { item, filter: JSON.stringify(filter) });
  const chosen = entries.flatMap((entry) => selected.get(keyOf(entry)) ?? []);
  const place = entries.findIndex((entry) => keyOf(entry) === reading.key);
  /** The entries that a key or a button decides on, as they were read. */
  const targets = chosen.length > 0 ? chosen : reading.shown === null || reading.isGone ? [] : [reading.shown];

  const move = (step: 1 | -1): void => {
    const next = place < 0 ? nearest(entries, reading.shown) : entries[place + step];
    if (next !== undefined) reading.turnTo(next);
  };
  const select = (all: readonly Entry[]): void => setSelected(new Map(all.map((entry) => [keyOf(entry), entry])));
  const decide = (verdict: Verdict, reason = '', decided: readonly Entry[] = targets): void => {
    if (decided.length === 0 || (verdict === 'hide' && !mayHide(decided))) return;
    const keys = new Set(decided.map(keyOf));
    const waits = (entry: Entry): boolean => !keys.has(keyOf(entry));
    const next = entries.slice(place + 1).find(waits) ?? entries.slice(0, Math.max(place, 0)).findLast(waits);
    if (keys.has(reading.key ?? '')) reading.turnTo(next ?? null);
    select([]);
    decisions.decide(decided, verdict, reason);
  };
  const toggle = (key: string): void => {
    const others = chosen.filter((entry) => keyOf(entry) !== key);
    const added = others.length === chosen.length ? entries.filter((entry) => keyOf(entry) === key) : [];
    select([...others, ...added]);
  };
  return { queue, entries, filter, isOpen: item !== undefined, reading, place, chosen, targets, decisions, select, toggle, move, decide };
}

export type Triage = ReturnType<typeof useTriage>;

/** The first entry that waits no longer than one that is gone. */
function nearest(entries: readonly Entry[], gone: Entry | null): Entry | undefined {
  return entries.find(({ waitingSince }) => gone === null || waitingSince >= gone.waitingSince) ?? entries.at(-1);
}
