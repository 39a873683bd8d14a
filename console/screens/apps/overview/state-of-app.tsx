import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts.tsx';
import { useOperator } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ExactTime } from '../../../ui/data/time.tsx';
import { Notice } from '../../../ui/layout/pieces.tsx';
import { Failure, Skeleton } from '../../../ui/layout/states.tsx';
import { type App, useWindows } from '../data.ts';
import { ActiveMaintenance } from '../maintenance/active.tsx';
import { SwitchAppDialog } from './switch-app.tsx';

/** Whether phones can use the app now, and the switch of maintenance. */
export function StateOfApp({ app }: { readonly app: App }) {
  const { apps } = useTexts();
  const { isAdmin } = useOperator();
  const [isSwitching, ask] = useState(false);
  return (
    <>
      {app.isActive ? null : (
        <Notice tone="danger" title={apps.isOff} act={isAdmin ? <Button onPress={() => ask(true)}>{apps.switchOn}</Button> : null}>
          {apps.isOffHint}
        </Notice>
      )}
      <MaintenanceSwitch slug={app.slug} />
      {isSwitching ? <SwitchAppDialog app={app} onClose={() => ask(false)} /> : null}
    </>
  );
}

function MaintenanceSwitch({ slug }: { readonly slug: string }) {
  const { maintenance } = useTexts();
  const { isAdmin } = useOperator();
  const list = useWindows(slug);
  if (list.error) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Notice title={<Skeleton width={160} />}>{<Skeleton width={240} />}</Notice>;
  if (list.data.some(({ isActive }) => isActive)) return <ActiveMaintenance slug={slug} windows={list.data} />;
  const next = list.data.filter(({ state }) => state === 'scheduled' || state === 'announced').at(-1);
  const plan = (
    <Link className="button" to="/apps/$slug/maintenance" params={{ slug }}>
      {maintenance.plan}
    </Link>
  );
  return (
    <Notice title={maintenance.isOff} act={isAdmin ? plan : null}>
      {next?.startAt ? (
        <>
          {maintenance.next}: <ExactTime at={next.startAt} />
        </>
      ) : (
        maintenance.isOffHint
      )}
    </Notice>
  );
}
