import { Link } from '@tanstack/react-router';
import { useApi } from '../../api.ts';
import { useTexts } from '../../i18n/texts.tsx';
import { useSession } from '../../state/session-context.ts';
import { Card } from '../../ui/layout/page.tsx';
import { Code, UserText } from '../../ui/layout/pieces.tsx';

/** The apps, each one tap away: its switches for an incident are on its first screen. */
export function AppLinks() {
  const { shell } = useTexts();
  const { project } = useSession();
  const query = project === null ? {} : { params: { query: { projectId: project } } };
  // a shortcut only: the rail leads to the apps too
  const list = useApi().useQuery('get', '/api/v1/admin/apps', query).data ?? [];
  if (list.length === 0) return null;
  return (
    <Card title={shell.apps}>
      <nav className="app-links" aria-label={shell.apps}>
        {list.map(({ slug, name }) => (
          <Link key={slug} className="button" to="/apps/$slug" params={{ slug }}>
            <UserText>{name}</UserText>
            <span className="small muted">
              <Code>{slug}</Code>
            </span>
          </Link>
        ))}
      </nav>
    </Card>
  );
}
