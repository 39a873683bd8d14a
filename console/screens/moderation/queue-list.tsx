import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useFormat, useTexts } from '../../i18n/texts.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/choices.tsx';
import { useAge, useHoursSince } from '../../ui/data/time.tsx';
import { Chip, UserText } from '../../ui/layout/pieces.tsx';
import { Stars } from './item/stars.tsx';
import { type Entry, keyOf, LATE_HOURS } from './triage/entry.ts';
import { useNames } from './triage/names.ts';
import type { Triage } from './triage/use-triage.ts';

interface QueueListProps {
  readonly triage: Triage;
  readonly onOpen: () => void;
}

/** The texts that wait, the oldest first. */
export function QueueList({ triage, onOpen }: QueueListProps) {
  const { moderation } = useTexts();
  const { entries, chosen, select, queue } = triage;
  const isAll = chosen.length === entries.length && chosen.length > 0;
  return (
    <section className="card queue" aria-label={moderation.list}>
      <div className="queue-head">
        <Checkbox isSelected={isAll} onChange={(isOn) => select(isOn ? entries : [])} isDisabled={entries.length === 0}>
          <span className="small muted">{moderation.selectAll}</span>
        </Checkbox>
      </div>
      <ul>
        {entries.map((entry) => (
          <Row key={keyOf(entry)} entry={entry} triage={triage} onOpen={onOpen} />
        ))}
      </ul>
      {queue.list.hasNextPage ? (
        <div className="queue-foot">
          <Button onPress={() => void queue.list.fetchNextPage()} isPending={queue.list.isFetchingNextPage}>
            {moderation.showMore}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

interface RowProps extends QueueListProps {
  readonly entry: Entry;
}

function Row({ entry, triage, onOpen }: RowProps) {
  const { moderation } = useTexts();
  const names = useNames();
  const key = keyOf(entry);
  const isCurrent = triage.reading.key === key;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const open = (): void => {
    triage.reading.turnTo(entry);
    onOpen();
  };
  return (
    <li ref={row} className={isCurrent ? 'current' : ''}>
      <Checkbox
        isSelected={triage.chosen.some((chosen) => keyOf(chosen) === key)}
        onChange={() => triage.toggle(key)}
        label={moderation.select(names.one(entry))}
      >
        {null}
      </Checkbox>
      <Link
        from="/moderation"
        to="."
        search={(old) => ({ ...old, item: key })}
        resetScroll={false}
        onClick={open}
        aria-current={isCurrent ? 'true' : undefined}
        data-key={key}
      >
        <RowHead entry={entry} />
        <span className="cut" dir="auto">
          {entry.title ?? entry.text ?? moderation.noText}
        </span>
        <span className="small muted cut">
          <UserText>{names.author(entry)}</UserText>
          {entry.author.isGuest ? ` · ${moderation.guest}` : null}
        </span>
      </Link>
    </li>
  );
}

function RowHead({ entry: { kind, rating, reports, waitingSince } }: { readonly entry: Entry }) {
  const { moderation } = useTexts();
  const age = useAge();
  const format = useFormat();
  const isLate = useHoursSince()(waitingSince) >= LATE_HOURS;
  return (
    <span className="line wrap">
      <Chip>{moderation.kinds[kind]}</Chip>
      {reports === null ? null : <Chip tone="danger">{moderation.reports(reports.count)}</Chip>}
      {rating === null ? null : <Stars rating={rating} />}
      <time className={isLate ? 'end small late' : 'end small muted'} dateTime={waitingSince} title={format.exact(waitingSince)}>
        {age(waitingSince)}
      </time>
    </span>
  );
}
