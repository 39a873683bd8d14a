import { useState } from 'react';
import { type Entry, keyOf } from './entry.ts';

interface Address {
  /** The key in the address; without one, the first entry is shown. */
  readonly item: string | undefined;
  readonly filter: string;
}

interface Place extends Address {
  readonly wanted: string | undefined;
  /** The entry as it was when the reader turned to it. */
  readonly seen: Entry | null;
}

/**
 * The entry that is read. Its text does not change under the eyes of the reader: a newer text, or the news that it no longer waits, is
 * shown beside the one that was opened.
 */
export function useReading(entries: readonly Entry[], address: Address) {
  const [kept, setPlace] = useState<Place>({ ...address, wanted: address.item, seen: null });
  const [earlier, setEarlier] = useState<ReadonlyMap<string, Entry>>(new Map());
  const place = follow(kept, entries, address);
  if (place !== kept) setPlace(place);
  const { seen } = place;
  const live = (seen && entries.find((entry) => keyOf(entry) === keyOf(seen))) ?? null;
  const isChanged = live !== null && live.contentHash !== seen?.contentHash;
  const shown = live === null || isChanged ? seen : live;
  const previous = shown === null ? undefined : earlier.get(keyOf(shown));
  const turnTo = (entry: Entry | null): void => setPlace({ ...place, wanted: entry === null ? undefined : keyOf(entry), seen: entry });
  return {
    key: seen === null ? undefined : keyOf(seen),
    shown,
    isGone: seen !== null && live === null,
    isChanged,
    /** The text before a change that the reader has been told of. */
    previous: previous !== undefined && previous.contentHash !== shown?.contentHash ? previous : null,
    turnTo,
    /** Shows the newer text beside the one that was read. */
    showNew: (): void => {
      if (seen !== null) setEarlier((all) => new Map([...all, [keyOf(seen), seen]]));
      turnTo(live);
    },
    /** Turns to an entry that waits again, or still. `read` are the texts that were read and have changed since. */
    comeBack: (key: string, read: readonly Entry[]): void => {
      setEarlier((all) => new Map([...all, ...read.map((entry) => [keyOf(entry), entry] as const)]));
      setPlace((now) => ({ ...now, wanted: key, seen: null }));
    },
  };
}

/** Follows the address and the list: another entry is opened, or the filter has changed. */
function follow(place: Place, entries: readonly Entry[], { item, filter }: Address): Place {
  const isMoved = place.filter !== filter;
  const wanted = isMoved || (place.item !== item && item !== undefined) ? item : place.wanted;
  const kept = !isMoved && place.seen !== null && (wanted === undefined || keyOf(place.seen) === wanted) ? place.seen : null;
  const seen = kept ?? entries.find((entry) => keyOf(entry) === wanted) ?? entries[0] ?? null;
  const isSame = !isMoved && place.item === item && place.seen === seen;
  return isSame ? place : { item, filter, wanted: seen === null ? wanted : keyOf(seen), seen };
}
