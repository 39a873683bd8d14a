import { Link, Outlet } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.tsx';
import { useOperator } from '../../state/session-context.ts';
import { TabLinks } from '../../ui/layout/tabs.tsx';

/** The tabs of the settings; those of the project are for admins. */
export function SettingsFrame() {
  const { settings } = useTexts();
  const { isAdmin } = useOperator();
  return (
    <div className="page">
      <TabLinks label={settings.title}>
        <Link to="/settings/account">{settings.account}</Link>
        {isAdmin ? <AdminLinks /> : null}
      </TabLinks>
      <Outlet />
    </div>
  );
}

function AdminLinks() {
  const { settings } = useTexts();
  return (
    <>
      <Link to="/settings/project">{settings.project}</Link>
      <Link to="/settings/operators">{settings.operators}</Link>
      <Link to="/settings/api-keys">{settings.apiKeys}</Link>
      <Link to="/settings/test-phones">{settings.testPhones}</Link>
    </>
  );
}
