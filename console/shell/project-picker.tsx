import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../api.ts';
import { useTexts } from '../i18n/texts.tsx';
import { useOperator, useSession } from '../state/session-context.ts';
import { Menu } from '../ui/controls/menu.tsx';

/** The project whose things an owner sees. The choice is in the address, so that tabs can differ and links can be shared. */
export function ProjectPicker() {
  const { shell } = useTexts();
  const { projectId } = useOperator();
  const { project: chosen } = useSession();
  const navigate = useNavigate();
  const { data: projects = [] } = useApi().useQuery('get', '/api/v1/admin/projects');
  const current = chosen ?? projectId;
  const name = projects.find(({ id }) => id === current)?.name;
  const acts = projects.map((project) => ({
    id: String(project.id),
    label: `${project.name} · ${project.id}`,
    onAct: () => void navigate({ to: '/', search: project.id === projectId ? {} : { project: project.id } }),
  }));
  return (
    <Menu
      label={`${shell.chooseProject}: ${name === undefined ? '' : `${name} · `}${shell.project(current)}`}
      groups={[{ id: shell.chooseProject, acts, selected: String(current) }]}
    >
      <span className="cut">
        {name === undefined ? null : <bdi>{name}</bdi>}
        {name === undefined ? null : ' · '}
        {shell.project(current)}
      </span>
    </Menu>
  );
}
