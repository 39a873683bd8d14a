import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Schemas, useApi } from '../../api.ts';
import { useTexts } from '../../i18n/texts.tsx';
import { useOperator, useSession } from '../../state/session-context.ts';
import { Button } from '../../ui/controls/button.tsx';
import { AppsIcon } from '../../ui/layout/icons.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Chip, Code, UserText } from '../../ui/layout/pieces.tsx';
import { Empty, Failure, Loading } from '../../ui/layout/states.tsx';
import { AppForm } from './app-form.tsx';
import type { App } from './data.ts';
import './apps.css';

/** All apps of the project. */
export function Apps() {
  const { apps } = useTexts();
  const { isAdmin } = useOperator();
  const [isCreating, create] = useState(false);
  const button = (
    <Button look="primary" onPress={() => create(true)}>
      {apps.create}
    </Button>
  );
  return (
    <Page title={apps.title} {...(isAdmin ? { acts: button } : {})}>
      <AppList />
      {isCreating ? <AppForm onClose={() => create(false)} /> : null}
    </Page>
  );
}

function AppList() {
  const { apps } = useTexts();
  const { isAdmin } = useOperator();
  const { project } = useSession();
  const query = project === null ? {} : { params: { query: { projectId: project } } };
  const list = useApi().useQuery('get', '/api/v1/admin/apps', query, { refetchInterval: 30_000 });
  // the states are a help here: without them the list still leads to the apps
  const waiting = useApi().useQuery('get', '/api/v1/admin/waiting', {}, { refetchInterval: 30_000 }).data?.data;
  if (list.error) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Loading rows={3} rowHeight={96} />;
  if (list.data.length === 0) {
    return (
      <Empty title={apps.none} icon={<AppsIcon />}>
        {isAdmin ? apps.noneHint : apps.noneHintStaff}
      </Empty>
    );
  }
  return (
    <ul className="app-list">
      {list.data.map((app) => (
        <AppCard key={app.slug} app={app} waiting={waiting} />
      ))}
    </ul>
  );
}

interface AppCardProps {
  readonly app: App;
  readonly waiting: Schemas['Waiting'] | undefined;
}

function AppCard({ app, waiting }: AppCardProps) {
  const { apps, common } = useTexts();
  const { slug, name, platform, currentVersion, currentVersionCode } = app;
  return (
    <li className="card app-card">
      <h2>
        <Link to="/apps/$slug" params={{ slug }}>
          <UserText>{name}</UserText>
        </Link>
      </h2>
      <div className="line wrap small muted">
        <Code>{slug}</Code>
        <span>{common.platforms[platform]}</span>
      </div>
      <div className="line wrap">
        <span className="small">{currentVersionCode === 0 ? apps.noVersion : <Code>{currentVersion}</Code>}</span>
        <AppState app={app} waiting={waiting} />
      </div>
    </li>
  );
}

/** The troubles of an app, if it has any. */
function AppState({ app: { slug, isActive }, waiting }: AppCardProps) {
  const { apps } = useTexts();
  const releases = waiting?.releases.filter(({ app }) => app === slug) ?? [];
  return (
    <>
      {isActive ? null : <Chip tone="danger">{apps.off}</Chip>}
      {waiting?.maintenance.some(({ app }) => app === slug) ? <Chip tone="warn">{apps.underMaintenance}</Chip> : null}
      {releases.map(({ id, versionName, state }) => (
        <Chip key={id} tone="danger">
          {state === 'guarded' ? apps.guarded(versionName) : apps.halted(versionName)}
        </Chip>
      ))}
    </>
  );
}
