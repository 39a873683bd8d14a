import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.tsx';
import { TabLinks } from '../../ui/layout/tabs.tsx';
import { UndoPlace } from './undo/offer.tsx';
import './apps.css';

/** The tabs of one app, around its screens. */
export function AppFrame() {
  const { apps, releases, flags, maintenance, history } = useTexts();
  const { slug } = useParams({ from: '/signed-in/apps/$slug' });
  return (
    <UndoPlace slug={slug}>
      <div className="page">
        <TabLinks label={slug}>
          <Link to="/apps/$slug" params={{ slug }} activeOptions={{ exact: true }}>
            {apps.overview}
          </Link>
          <Link to="/apps/$slug/releases" params={{ slug }}>
            {releases.title}
          </Link>
          <Link to="/apps/$slug/flags" params={{ slug }}>
            {flags.title}
          </Link>
          <Link to="/apps/$slug/maintenance" params={{ slug }}>
            {maintenance.title}
          </Link>
          <Link to="/apps/$slug/history" params={{ slug }}>
            {history.title}
          </Link>
        </TabLinks>
        <Outlet />
      </div>
    </UndoPlace>
  );
}
