import { Link, Outlet } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.tsx';
import { useOperator } from '../../state/session-context.ts';
import { TabLinks } from '../../ui/layout/tabs.tsx';

/** The tabs of the settings; those of the project are for admins. */
export function SettingsFrame() {
  const { settings, codes } = useTexts();
  const { isAdmin } = useOperator();
  return (
    <div className="page">
      <TabLinks label={settings.title}>
        <Link to="/settings/account">{settings.account}</Link>
        <Link to="/settings/codes">{codes.title}</Link>
        {isAdmin ? <AdminLinks /> : null}
      </TabLinks>
      <Outlet />
    </div>
  );
}

function AdminLinks() {
  const { project, operators, apiKeys, testPhones, webhooks } = useTexts();
  return (
    <>
      <Link to="/settings/project">{project.title}</Link>
      <Link to="/settings/operators">{operators.title}</Link>
      <Link to="/settings/api-keys">{apiKeys.title}</Link>
      <Link to="/settings/test-phones">{testPhones.title}</Link>
      <Link to="/settings/webhooks">{webhooks.title}</Link>
    </>
  );
}
