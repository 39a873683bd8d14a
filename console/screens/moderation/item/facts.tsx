import { Link } from '@tanstack/react-router';
import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { ExactTime } from '../../../ui/data/time.tsx';
import { Facts, UserText } from '../../../ui/layout/pieces.tsx';
import { type Entry, isShown, REPORT_REASONS } from '../triage/entry.ts';
import { targetOf, useNames } from '../triage/names.ts';

const USER_ID = /^[0-9a-f]{8}-/;

/** The facts about a text that help to decide. */
export function EntryFacts({ entry }: { readonly entry: Entry }) {
  const { moderation, common } = useTexts();
  const { about, language, createdAt } = entry;
  const known = language === 'en' || language === 'ar' ? common.languages[language] : language;
  return (
    <Facts
      facts={[
        [moderation.why, <Why key="why" entry={entry} />],
        [moderation.author, <Author key="author" entry={entry} />],
        [moderation.about, about === null ? null : targetOf(moderation, about)],
        [moderation.written, <ExactTime key="written" at={createdAt} />],
        [moderation.language, known],
      ]}
    />
  );
}

/** `3 reports: 2 Spam, 1 Abuse · shown meanwhile`. */
function Why({ entry }: { readonly entry: Entry }) {
  const { moderation } = useTexts();
  const format = useFormat();
  const { reports } = entry;
  if (reports === null) return moderation.whyPending;
  const given = REPORT_REASONS.filter((reason) => reports.reasons[reason] > 0);
  const reasons = given.map((reason) => `${moderation.reasons[reason]} ${format.number(reports.reasons[reason])}`);
  const { shown, notShown } = moderation.whyReported;
  return (
    <>
      <span className="late">{moderation.reports(reports.count)}</span>
      {`: ${reasons.join('، ')} · ${isShown(entry) ? shown : notShown}`}
    </>
  );
}

function Author({ entry }: { readonly entry: Entry }) {
  const { moderation } = useTexts();
  const format = useFormat();
  const names = useNames();
  const { author } = entry;
  const name = <UserText>{names.author(entry)}</UserText>;
  const past = [
    author.isGuest ? moderation.guest : null,
    author.id.startsWith('operator:') ? moderation.operator : null,
    author.createdAt === null ? null : moderation.since(format.month(author.createdAt)),
    author.removed === 0 ? moderation.nothingRemoved : moderation.removed(author.removed),
    author.reported === 0 ? moderation.neverReported : moderation.wasReported(author.reported),
    author.blockedBy === 0 ? null : moderation.blockedBy(author.blockedBy),
  ].filter((fact) => fact !== null);
  if (author.isErased) return name;
  return (
    <>
      {USER_ID.test(author.id) ? (
        <Link to="/users/$id" params={{ id: author.id }}>
          {name}
        </Link>
      ) : (
        name
      )}
      {` · ${past.join(' · ')} · `}
      <Link from="/moderation" to="." search={{ author: author.id }} resetScroll={false}>
        {moderation.allOfAuthor}
      </Link>
    </>
  );
}
