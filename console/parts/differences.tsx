import { useState } from 'react';
import { useTexts } from '../i18n/texts.tsx';
import { isRecord } from '../state/problem.ts';
import { Button } from '../ui/controls/button.tsx';
import { ExactTime } from '../ui/data/time.tsx';
import { Code } from '../ui/layout/pieces.tsx';
import './differences.css';

type Fields = Readonly<Record<string, unknown>>;

interface DifferencesProps {
  readonly before: Fields | null;
  readonly after: Fields | null;
  /** Names of fields for people; others are shown as the API calls them. */
  readonly names?: Readonly<Record<string, string>>;
  /** More fields than these wait behind a button. */
  readonly shown?: number;
}

/** Every write moves these times, which say nothing about the change. */
const ROW_FIELDS = new Set(['id', 'createdAt', 'updatedAt']);

const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** The fields that a change has changed: before → after. */
export function Differences({ before, after, names = {}, shown = Number.POSITIVE_INFINITY }: DifferencesProps) {
  const { reach } = useTexts();
  const [isWhole, showWhole] = useState(false);
  const fields = changedFields(before, after);
  if (fields.length === 0) return <p className="muted small">{reach.unchanged}</p>;
  return (
    <>
      <dl className="differences">
        {(isWhole ? fields : fields.slice(0, shown)).map((field) => (
          <div key={field}>
            <dt>{names[field] ?? <Code>{field}</Code>}</dt>
            <dd>
              {before === null ? null : (
                <>
                  <span className="hidden-text">{reach.before}</span>
                  <Value value={before[field]} look="old" />
                  <span className="arrow" aria-hidden="true" />
                </>
              )}
              <span className="hidden-text">{reach.after}</span>
              <Value value={after?.[field]} look="new" />
            </dd>
          </div>
        ))}
      </dl>
      {fields.length <= shown ? null : (
        <Button look="link" onPress={() => showWhole(!isWhole)}>
          {isWhole ? reach.fewerFields : reach.moreFields(fields.length - shown)}
        </Button>
      )}
    </>
  );
}

function Value({ value, look }: { readonly value: unknown; readonly look: 'old' | 'new' }) {
  const { reach } = useTexts();
  if (value === null || value === undefined || value === '') return <i className={`value ${look}`}>{reach.nothing}</i>;
  if (typeof value === 'boolean') return <span className={`value ${look}`}>{value ? reach.yes : reach.no}</span>;
  if (typeof value === 'string' && TIME.test(value)) {
    return (
      <bdi className={`value ${look}`}>
        <ExactTime at={value} />
      </bdi>
    );
  }
  if (typeof value === 'string') {
    return (
      <bdi className={`value ${look}`} dir="auto">
        {value}
      </bdi>
    );
  }
  return <span className={`value code ${look}`}>{JSON.stringify(value, null, typeof value === 'object' ? 1 : 0)}</span>;
}

/** The names of the fields whose values differ, without those of the row itself. */
function changedFields(before: Fields | null, after: Fields | null): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].filter((name) => !ROW_FIELDS.has(name) && !isSame(before?.[name], after?.[name]));
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(sorted(left) ?? null) === JSON.stringify(sorted(right) ?? null);
}

/** Sorts the keys of records, so that equal ones have equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  );
}
