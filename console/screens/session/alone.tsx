import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.tsx';
import { usePreferenceGroups } from '../../shell/account-menu.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { BrandIcon } from '../../ui/layout/icons.tsx';
import { Card, Page } from '../../ui/layout/page.tsx';

/** A page with one card, for readers who are not signed in. */
export function Alone({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { shell } = useTexts();
  const groups = usePreferenceGroups().filter(({ id }) => id !== 'shortcuts');
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
          <Page title={title}>{children}</Page>
        </Card>
      </main>
    </div>
  );
}
