import { Link, Outlet } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.tsx';
import { TabLinks } from '../../ui/layout/tabs.tsx';

/** The tabs of what is planned and what has changed. */
export function PlansFrame() {
  const { shell, roadmap, changelog } = useTexts();
  return (
    <div className="page">
      <TabLinks label={shell.plans}>
        <Link to="/roadmap">{roadmap.title}</Link>
        <Link to="/changelog">{changelog.title}</Link>
      </TabLinks>
      <Outlet />
    </div>
  );
}
