import { useState } from 'react';
import { useApi } from '../../../api.ts';
import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { Reach } from '../../../parts/reach.tsx';
import { useOperator } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ExactTime, Time } from '../../../ui/data/time.tsx';
import { Notice } from '../../../ui/layout/pieces.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { ALWAYS_FRESH, type Window } from '../data.ts';
import { useDone } from '../undo/offer.tsx';

/** The maintenance that is on, with the button that ends it. */
export function ActiveMaintenance({ slug, windows }: { readonly slug: string; readonly windows: readonly Window[] }) {
  const { maintenance } = useTexts();
  const { isAdmin } = useOperator();
  const [isEnding, ask] = useState(false);
  const active = windows.filter(({ isActive }) => isActive);
  const isFull = active.some(({ mode }) => mode === 'full');
  return (
    <Notice
      tone="warn"
      title={isFull ? maintenance.isOn : maintenance.isReadOnly}
      act={isAdmin ? <Button onPress={() => ask(true)}>{maintenance.end}</Button> : null}
    >
      {active.map((window) => (
        <div key={window.id}>
          <WindowLine window={window} />
        </div>
      ))}
      {isEnding ? <EndDialog slug={slug} id={active[0]?.id ?? 0} onClose={() => ask(false)} /> : null}
    </Notice>
  );
}

/** Since when, until when, and for whom. */
function WindowLine({ window }: { readonly window: Window }) {
  const { maintenance } = useTexts();
  const scope = useScope();
  const { startAt, createdAt, endAt, estimatedEnd } = window;
  const end = endAt ?? estimatedEnd;
  return (
    <>
      {maintenance.since} <Time at={startAt ?? createdAt} />
      {end === null ? null : (
        <>
          {' · '}
          {endAt === null ? maintenance.expectedUntil : maintenance.until}{' '}
          <bdi>
            <ExactTime at={end} />
          </bdi>
        </>
      )}
      {' · '}
      <bdi>{scope(window)}</bdi>
    </>
  );
}

/** For whom a window is, in words. */
export function useScope(): (window: Pick<Window, 'mode' | 'platforms' | 'versions'>) => string {
  const { maintenance, common } = useTexts();
  const format = useFormat();
  return ({ mode, platforms, versions }) => {
    const parts = [
      ...(platforms === null ? [] : [platforms.map((platform) => common.platforms[platform]).join(' + ')]),
      ...(versions === null ? [] : [format.list(versions.map(({ min = '', max = '' }) => `\u2066${min}..${max}\u2069`))]),
      ...(mode === 'read_only' ? [maintenance.modes.read_only] : []),
    ];
    return parts.length === 0 ? maintenance.all : parts.join(' · ');
  };
}

interface EndDialogProps {
  readonly slug: string;
  readonly id: number;
  readonly onClose: () => void;
}

function EndDialog({ slug, id, onClose }: EndDialogProps) {
  const { maintenance } = useTexts();
  const api = useApi();
  const done = useDone(slug);
  const path = { slug };
  const place = '/api/v1/admin/apps/{slug}/maintenance';
  const body = { isActive: false };
  const dryRun = api.dry.useQuery('put', place, { params: { path, query: { dryRun: true } }, body }, ALWAYS_FRESH);
  const write = api.useMutation('put', place, {
    onSuccess: async () => {
      onClose();
      await done({ text: maintenance.ended, subject: `maintenance:${id}` });
    },
  });
  return (
    <ActDialog
      title={maintenance.endTitle}
      act={maintenance.end}
      dryRun={dryRun}
      renderEffect={(effect) => <Reach effect={effect} kind="maintenance" />}
      state={write}
      onAct={() => write.mutate({ params: { path }, body })}
      onClose={onClose}
    >
      <p>{maintenance.endLead}</p>
    </ActDialog>
  );
}
