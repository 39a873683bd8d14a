import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api.ts';
import { useFormat, useTexts } from '../../i18n/texts.tsx';
import { useAge, useHoursSince } from '../../ui/data/time.tsx';
import { Skeleton } from '../../ui/layout/states.tsx';

/** Moderators have a day: from here on a tile warns, and from there on it is late. */
const SOON_HOURS = 12;
const LATE_HOURS = 20;

const TILES = [
  { id: 'reviews', search: { kinds: 'review' } },
  { id: 'comments', search: { kinds: 'comment' } },
  { id: 'posts', search: { kinds: 'post' } },
  { id: 'reports', search: { reason: 'reported' } },
] as const;

/** How much waits of each kind, and for how long. */
export function WaitingTiles({ waiting }: { readonly waiting: Schemas['Waiting'] | undefined }) {
  return (
    <section className="tiles" aria-busy={waiting === undefined}>
      {TILES.map((tile) => (
        <Tile key={tile.id} tile={tile} count={waiting?.[tile.id]} />
      ))}
    </section>
  );
}

interface TileProps {
  readonly tile: (typeof TILES)[number];
  readonly count: Schemas['WaitingCount'] | undefined;
}

function Tile({ tile: { id, search }, count }: TileProps) {
  const { today } = useTexts();
  const format = useFormat();
  const hoursSince = useHoursSince();
  const urgency = count === undefined || count.oldestAt === null ? '' : urgencyOf(hoursSince(count.oldestAt));
  return (
    <Link to="/moderation" search={search} className={`card tile ${urgency}`}>
      <span className="muted">{today[id]}</span>
      <b>{count === undefined ? <Skeleton width={56} height={28} /> : format.number(count.count)}</b>
      <span className="small age">{count === undefined ? <Skeleton width={110} height={14} /> : <Age oldestAt={count.oldestAt} />}</span>
    </Link>
  );
}

function Age({ oldestAt }: { readonly oldestAt: string | null }) {
  const { today } = useTexts();
  const format = useFormat();
  const ageOf = useAge();
  if (oldestAt === null) return today.nothingWaits;
  return (
    <time dateTime={oldestAt} title={format.exact(oldestAt)}>
      {today.oldest(ageOf(oldestAt))}
    </time>
  );
}

function urgencyOf(hours: number): string {
  if (hours >= LATE_HOURS) return 'late';
  return hours >= SOON_HOURS ? 'soon' : '';
}
