import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { Button, OutsideLink } from '../../../ui/controls/button.tsx';
import { useAge, useHoursSince } from '../../../ui/data/time.tsx';
import { Notice, UserText } from '../../../ui/layout/pieces.tsx';
import { type Entry, LATE_HOURS } from '../triage/entry.ts';
import { useNames } from '../triage/names.ts';
import type { Triage } from '../triage/use-triage.ts';
import { Acts } from './acts.tsx';
import { EntryFacts } from './facts.tsx';
import { Stars } from './stars.tsx';

interface ItemProps {
  readonly triage: Triage;
  readonly onReject: () => void;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** The text that is read, all that helps to decide, and the decisions. */
export function Item({ triage, onReject, heading }: ItemProps) {
  const names = useNames();
  const { shown, key } = triage.reading;
  const top = useTopOf(key);
  if (shown === null) return <div className="card item" />;
  return (
    <article className="card item" aria-labelledby="item-heading" ref={top}>
      <BackLink />
      <header>
        <h2 id="item-heading" ref={heading} tabIndex={-1}>
          {names.heading(shown)}
        </h2>
        <Wait entry={shown} />
      </header>
      <div className="body stack">
        <News triage={triage} />
        <Content entry={shown} />
        <EntryFacts entry={shown} />
      </div>
      <Acts triage={triage} onReject={onReject} />
    </article>
  );
}

/** Begins each text at its first line. */
function useTopOf(key: string | undefined): RefObject<HTMLElement | null> {
  const top = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = top.current;
    if (box === null || key === undefined) return;
    box.scrollTop = 0;
    if (box.getBoundingClientRect().top < 0) box.scrollIntoView({ block: 'start' });
  }, [key]);
  return top;
}

/** On a phone, where the text is shown in place of the list. */
function BackLink() {
  const { moderation } = useTexts();
  return (
    <Link className="back" from="/moderation" to="." search={({ item: _, ...rest }) => rest} resetScroll={false}>
      {moderation.backToList}
    </Link>
  );
}

function Wait({ entry: { waitingSince } }: { readonly entry: Entry }) {
  const { moderation } = useTexts();
  const format = useFormat();
  const age = useAge();
  const isLate = useHoursSince()(waitingSince) >= LATE_HOURS;
  return (
    <time className={isLate ? 'small late' : 'small muted'} dateTime={waitingSince} title={format.exact(waitingSince)}>
      {moderation.waits(age(waitingSince))}
    </time>
  );
}

/** The changes since the reader opened the text. */
function News({ triage: { reading, move } }: { readonly triage: Triage }) {
  const { moderation } = useTexts();
  const { isGone, isChanged, previous, showNew } = reading;
  if (isGone)
    return (
      <div role="status">
        <Notice title={moderation.gone} act={<Button onPress={() => move(1)}>{moderation.next}</Button>} />
      </div>
    );
  if (isChanged)
    return (
      <div role="alert">
        <Notice tone="warn" title={moderation.changed} act={<Button onPress={showNew}>{moderation.showNew}</Button>} />
      </div>
    );
  if (previous === null) return null;
  return (
    <div role="alert">
      <Notice tone="warn" title={moderation.isNew}>
        <span className="muted">{moderation.before}</span>
        <p className="earlier" dir="auto">
          {[previous.title, previous.text].filter((text) => text !== null).join('\n')}
        </p>
      </Notice>
    </div>
  );
}

function Content({ entry: { rating, title, text, images } }: { readonly entry: Entry }) {
  const { moderation } = useTexts();
  return (
    <div className="content">
      {rating === null ? null : <Stars rating={rating} />}
      {title === null ? null : (
        <h3 dir="auto" className="quote-title">
          {title}
        </h3>
      )}
      {text === null ? null : (
        <p className="quote" dir="auto">
          {text}
        </p>
      )}
      {text === null && title === null ? <p className="muted">{moderation.noText}</p> : null}
      {images.length === 0 ? null : <Pictures addresses={images} />}
    </div>
  );
}

/** Links only: shown here, the pictures would tell the author's host who looks. */
function Pictures({ addresses }: { readonly addresses: readonly string[] }) {
  const { moderation } = useTexts();
  return (
    <ul className="pictures" aria-label={moderation.pictures}>
      {addresses.map((address, index) => (
        <li key={address}>
          {isWeb(address) ? (
            <OutsideLink href={address}>
              {moderation.picture(index + 1)} <span className="hidden-text">{moderation.newTab}</span>
            </OutsideLink>
          ) : (
            <UserText>{address}</UserText>
          )}
        </li>
      ))}
    </ul>
  );
}

function isWeb(address: string): boolean {
  return /^https?:\/\//i.test(address);
}
