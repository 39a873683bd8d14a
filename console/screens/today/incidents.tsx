import { useNavigate } from '@tanstack/react-router';
import type { Schemas } from '../../api.ts';
import { useFormat, useTexts } from '../../i18n/texts.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Time } from '../../ui/data/time.tsx';
import { Notice } from '../../ui/layout/pieces.tsx';

type Waiting = Schemas['Waiting'];

/** Active maintenance, halted releases and mail that does not leave, each with the way to it. */
export function Incidents({ waiting: { maintenance, releases, mail, staleFlags } }: { readonly waiting: Waiting }) {
  return (
    <>
      {maintenance.map((window) => (
        <ActiveMaintenance key={`${window.app} ${window.id}`} window={window} />
      ))}
      {releases.map((release) => (
        <HaltedRelease key={`${release.app} ${release.id}`} release={release} />
      ))}
      <FailedMail mail={mail} />
      <StaleFlags count={staleFlags} />
    </>
  );
}

function ActiveMaintenance({ window: { app, mode, startAt, endAt, platforms } }: { readonly window: Waiting['maintenance'][number] }) {
  const { today, common } = useTexts();
  const format = useFormat();
  const navigate = useNavigate();
  const names = platforms?.map((platform) => (platform === 'ios' ? common.platforms.ios : common.platforms.android));
  const act = (
    <Button onPress={() => void navigate({ to: '/apps/$slug/maintenance', params: { slug: app } })}>{today.openMaintenance}</Button>
  );
  return (
    <Notice tone="warn" title={today.maintenance(isolated(app), names === undefined ? null : format.list(names))} act={act}>
      {mode === 'full' ? today.closed : today.readOnly} · {today.since} <Time at={startAt} />
      {endAt === null ? null : ` · ${today.until(`${format.date(endAt)} ${format.time(endAt)}`)}`}
    </Notice>
  );
}

function HaltedRelease({ release: { app, id, versionName, state, at } }: { readonly release: Waiting['releases'][number] }) {
  const { today } = useTexts();
  const navigate = useNavigate();
  const open = (): void => void navigate({ to: '/apps/$slug/releases/$id', params: { slug: app, id: String(id) } });
  return (
    <Notice
      tone="danger"
      title={today.halted(isolated(app), isolated(versionName))}
      act={<Button onPress={open}>{today.openRelease}</Button>}
    >
      {state === 'guarded' ? today.byGuard : today.byHand} · <Time at={at} />
    </Notice>
  );
}

function FailedMail({ mail: { failed, waiting } }: { readonly mail: Waiting['mail'] }) {
  const { today } = useTexts();
  if (failed === 0) return null;
  return (
    <Notice tone="warn" title={today.mailFailed(failed)}>
      {today.mailWaits(waiting)}
    </Notice>
  );
}

function StaleFlags({ count }: { readonly count: number }) {
  const { today } = useTexts();
  const navigate = useNavigate();
  if (count === 0) return null;
  return <Notice title={today.staleFlags(count)} act={<Button onPress={() => void navigate({ to: '/apps' })}>{today.openApps}</Button>} />;
}

/** A slug or a version inside a sentence, so that an Arabic one does not turn it around. */
function isolated(text: string): string {
  return `\u2066${text}\u2069`;
}
