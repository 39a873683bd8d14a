import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/texts.tsx';
import { useOperator } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ExactTime } from '../../../ui/data/time.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Chip, UserText } from '../../../ui/layout/pieces.tsx';
import { Empty } from '../../../ui/layout/states.tsx';
import type { Window } from '../data.ts';
import { useScope } from './active.tsx';

const CancelDialog = lazy(async () => ({ default: (await import('./window-dialogs.tsx')).CancelDialog }));
const EditWindowDialog = lazy(async () => ({ default: (await import('./window-dialogs.tsx')).EditWindowDialog }));

interface WindowListProps {
  readonly slug: string;
  readonly windows: readonly Window[];
}

/** The windows to come, the active ones, and the last ones that have ended. */
export function WindowList({ slug, windows }: WindowListProps) {
  const { maintenance } = useTexts();
  const [canceled, cancel] = useState<Window | null>(null);
  const [edited, edit] = useState<Window | null>(null);
  return (
    <Card title={maintenance.windows} isFlush>
      {windows.length === 0 ? <Empty title={maintenance.windowsNone}>{maintenance.windowsNoneHint}</Empty> : null}
      <ol className="rows">
        {windows.map((window) => (
          <WindowRow key={window.id} window={window} onCancel={() => cancel(window)} onEdit={() => edit(window)} />
        ))}
      </ol>
      <Suspense fallback={null}>
        {edited === null ? null : <EditWindowDialog slug={slug} opened={edited} onClose={() => edit(null)} />}
        {canceled === null ? null : <CancelDialog slug={slug} window={canceled} onClose={() => cancel(null)} />}
      </Suspense>
    </Card>
  );
}

interface WindowRowProps {
  readonly window: Window;
  readonly onCancel: () => void;
  readonly onEdit: () => void;
}

const TONES = { scheduled: 'accent', announced: 'accent', active: 'warn', ended: 'normal' } as const;

function WindowRow({ window, onCancel, onEdit }: WindowRowProps) {
  const { maintenance } = useTexts();
  const { isAdmin } = useOperator();
  const scope = useScope();
  const { state, messageEn, messageAr } = window;
  const isToCome = state === 'scheduled' || state === 'announced';
  return (
    <li className="stack window">
      <div className="line wrap">
        <Chip tone={TONES[state]}>{maintenance.states[state]}</Chip>
        <WindowTimes window={window} />
        <span className="muted small end">
          <bdi>{scope(window)}</bdi>
        </span>
      </div>
      <div className="two">
        <Message text={messageEn} language="en" />
        <Message text={messageAr} language="ar" />
      </div>
      {isToCome && isAdmin ? (
        <div className="line wrap">
          <Button onPress={onEdit}>{maintenance.edit}</Button>
          <Button look="danger" onPress={onCancel}>
            {maintenance.cancel}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function WindowTimes({ window: { startAt, createdAt, endedAt, endAt, estimatedEnd } }: { readonly window: Window }) {
  const { maintenance } = useTexts();
  const end = endedAt ?? endAt ?? estimatedEnd;
  const time = (at: string) => (
    <bdi>
      <ExactTime at={at} />
    </bdi>
  );
  const word = endedAt === null && endAt === null ? maintenance.expectedUntil : maintenance.until;
  return (
    <span>
      {time(startAt ?? createdAt)} {end === null ? null : word} {end === null ? null : time(end)}
    </span>
  );
}

function Message({ text, language }: { readonly text: string | null; readonly language: 'en' | 'ar' }) {
  const { maintenance } = useTexts();
  if (text === null) return <p className="muted small">{maintenance.noMessage}</p>;
  return (
    <p className="notes" lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      <UserText>{text}</UserText>
    </p>
  );
}
