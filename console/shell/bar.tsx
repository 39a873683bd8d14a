import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../i18n/texts.tsx';
import { useOperator } from '../state/session-context.ts';
import { useControlKey, useShortcuts } from '../state/shortcuts.ts';
import { SearchButton } from '../ui/controls/search-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ProjectPicker } from './project-picker.tsx';

const Finder = lazy(async () => ({ default: (await import('./finder.tsx')).Finder }));

/** The bar on top: the project, the search, the account. */
export function Bar() {
  const { shell } = useTexts();
  const { isOwner, projectId } = useOperator();
  const [isFinding, find] = useState(false);
  useShortcuts({ Slash: () => find(true) });
  useControlKey('KeyK', () => find(true));
  return (
    <header className={isOwner ? 'bar picks' : 'bar'}>
      <div className="place">{isOwner ? <ProjectPicker /> : shell.project(projectId)}</div>
      <SearchButton label={shell.find} shortcut="/" onPress={() => find(true)} />
      <div className="own">
        <AccountMenu />
      </div>
      {isFinding ? (
        <Suspense>
          <Finder onClose={() => find(false)} />
        </Suspense>
      ) : null}
    </header>
  );
}
