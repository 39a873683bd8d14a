import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/texts.tsx';
import { problemOf } from '../../state/problem.ts';
import { useOperator } from '../../state/session-context.ts';
import { Menu } from '../../ui/controls/menu.tsx';
import { AppsIcon } from '../../ui/layout/icons.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Code } from '../../ui/layout/pieces.tsx';
import { Empty, Failure, Loading } from '../../ui/layout/states.tsx';
import { type App, useAppOf } from './data.ts';
import { Adoption } from './overview/adoption.tsx';
import { AppFacts } from './overview/app-facts.tsx';
import { KillSwitches } from './overview/kill-switches.tsx';
import { NewestReleases } from './overview/newest-release.tsx';
import { StateOfApp } from './overview/state-of-app.tsx';
import { SwitchAppDialog } from './overview/switch-app.tsx';
import { VersionHealth } from './overview/version-health.tsx';

const AppForm = lazy(async () => ({ default: (await import('./app-form.tsx')).AppForm }));

/** No such app, an app of another project, or no name that an app can have. */
const NOT_HERE = new Set([400, 403, 404]);

/** One app: its state, its newest release, and how far it has spread. */
export function Overview() {
  const { apps } = useTexts();
  const { slug } = useParams({ from: '/signed-in/apps/$slug' });
  const app = useAppOf(slug);
  if (app.data) return <AppPage app={app.data} />;
  const isMissing = Boolean(app.error) && NOT_HERE.has(problemOf(app.error).status);
  return (
    <Page title={isMissing ? apps.missing : slug}>
      {app.error && !isMissing ? <Failure error={app.error} onRetry={() => void app.refetch()} /> : null}
      {app.error ? null : <Loading rows={4} rowHeight={96} />}
      {isMissing ? <Empty title={apps.missingHint} icon={<AppsIcon />} act={<Link to="/apps">{apps.toApps}</Link>} /> : null}
    </Page>
  );
}

function AppPage({ app }: { readonly app: App }) {
  const { isAdmin } = useOperator();
  const { slug, name } = app;
  return (
    <Page title={name} isUserText note={<Code>{slug}</Code>} {...(isAdmin ? { acts: <AppMenu app={app} /> } : {})}>
      <StateOfApp app={app} />
      <NewestReleases slug={slug} />
      <KillSwitches slug={slug} />
      <VersionHealth slug={slug} />
      <Adoption slug={slug} />
      <AppFacts app={app} />
    </Page>
  );
}

function AppMenu({ app }: { readonly app: App }) {
  const { apps } = useTexts();
  const [open, setOpen] = useState<'edit' | 'switch' | null>(null);
  const close = (): void => setOpen(null);
  const acts = [
    { id: 'edit', label: apps.edit, onAct: () => setOpen('edit') },
    {
      id: 'switch',
      label: app.isActive ? apps.switchOff : apps.switchOn,
      isDanger: app.isActive,
      onAct: () => setOpen('switch'),
    },
  ];
  return (
    <>
      <Menu groups={[{ id: apps.more, acts }]}>{apps.more}</Menu>
      <Suspense fallback={null}>{open === 'edit' ? <AppForm app={app} onClose={close} /> : null}</Suspense>
      {open === 'switch' ? <SwitchAppDialog app={app} onClose={close} /> : null}
    </>
  );
}
