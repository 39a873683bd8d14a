import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.tsx';
import { SignInForm } from '../../parts/sign-in-form.tsx';
import { usePreferenceGroups } from '../../shell/account-menu.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { BrandIcon } from '../../ui/layout/icons.tsx';
import { Card, Page } from '../../ui/layout/page.tsx';

/** The way in. */
export function SignInPage() {
  const { signIn, shell } = useTexts();
  const { next } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const navigate = useNavigate();
  const groups = usePreferenceGroups().filter(({ id }) => id !== 'shortcuts');
  const enter = (): void => {
    if (next === undefined) void navigate({ to: '/' });
    else router.history.push(router.basepath + next);
  };
  return (
    <div className="alone">
      <main>
        <div className="brand">
          <BrandIcon />
          {shell.product}
          <span className="end">
            <Menu look="plain" groups={groups}>
              {shell.language}
            </Menu>
          </span>
        </div>
        <Card>
          <Page title={signIn.title}>
            <SignInForm onSignedIn={enter} />
          </Page>
        </Card>
      </main>
    </div>
  );
}
