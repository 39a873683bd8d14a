import { useTexts } from '../../../i18n/texts.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { BrowserCard } from './browser-card.tsx';
import { FactorCard } from './factor-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** The operator's own account, and the choices of this browser. */
export function Account() {
  const { settings } = useTexts();
  return (
    <Page title={settings.account}>
      <div className="two">
        <div className="stack">
          <ProfileCard />
          <PasswordCard />
        </div>
        <div className="stack">
          <FactorCard />
          <BrowserCard />
        </div>
      </div>
      <SessionsCard />
    </Page>
  );
}
