import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { useProjectId } from '../../../state/session-context.ts';
import { Card, Page } from '../../../ui/layout/page.tsx';
import { Failure, Loading } from '../../../ui/layout/states.tsx';
import { ActiveNotice } from './active-notice.tsx';
import { ProjectForm } from './project-form.tsx';

/** The settings of the project. */
export function ProjectSettings() {
  const { project } = useTexts();
  return (
    <Page title={project.title}>
      <Settings />
    </Page>
  );
}

function Settings() {
  const id = useProjectId();
  const { data, error, refetch } = useApi().useQuery('get', '/api/v1/admin/projects/{id}', { params: { path: { id } } });
  if (data === undefined) {
    return error ? (
      <Failure error={error} onRetry={() => void refetch()} />
    ) : (
      <Card>
        <Loading rows={8} rowHeight={60} />
      </Card>
    );
  }
  return (
    <>
      <ActiveNotice project={data} />
      <ProjectForm key={id} project={data} />
    </>
  );
}
