import type { Schemas } from '../../../api.ts';
import { useFormat, useLanguage, useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { ExactTime, useNow } from '../../../ui/data/time.tsx';
import { Chip, Code, type Tone } from '../../../ui/layout/pieces.tsx';

type Entry = Schemas['ChangelogEntry'];

const TONES: Readonly<Record<Entry['type'], Tone>> = {
  added: 'good',
  changed: 'accent',
  fixed: 'accent',
  deprecated: 'warn',
  removed: 'warn',
  security: 'danger',
};

/** The marks of Markdown, which the short form of a text does without. */
const MARKS = /[*_`#>]/g;

interface EntryRowProps {
  readonly entry: Entry;
  readonly onOpen: (kind: 'edit' | 'delete') => void;
}

/** One entry in the reader's language, where it has that. */
export function EntryRow({ entry, onOpen }: EntryRowProps) {
  const { changelog } = useTexts();
  const language = useLanguage();
  const title = (language === 'ar' ? entry.titleAr : null) ?? entry.title;
  const content = (language === 'ar' ? entry.contentAr : null) ?? entry.content;
  return (
    <li>
      <div className="grow stack tight">
        <h2 dir="auto">{title}</h2>
        <p className="small muted entry-text" dir="auto">
          {content.replace(MARKS, '')}
        </p>
        <Notes entry={entry} />
      </div>
      <div className="line">
        <Button label={changelog.editNamed(title)} onPress={() => onOpen('edit')}>
          {changelog.edit}
        </Button>
        <Button look="danger" label={changelog.removeLabel(title)} onPress={() => onOpen('delete')}>
          {changelog.remove}
        </Button>
      </div>
    </li>
  );
}

function Notes({ entry: { type, version, publishedAt, titleAr, contentAr } }: { readonly entry: Entry }) {
  const { changelog } = useTexts();
  const format = useFormat();
  const now = useNow();
  const isScheduled = new Date(publishedAt) > now;
  return (
    <div className="line wrap">
      <Chip tone={TONES[type]}>{changelog.types[type]}</Chip>
      {version === null ? null : <Code>{version}</Code>}
      {isScheduled ? (
        <Chip tone="warn">{changelog.scheduled(`${format.date(publishedAt)} ${format.time(publishedAt)}`)}</Chip>
      ) : (
        <span className="small muted">
          <ExactTime at={publishedAt} />
        </span>
      )}
      {titleAr === null || contentAr === null ? <span className="small muted">{changelog.noArabic}</span> : null}
    </div>
  );
}
