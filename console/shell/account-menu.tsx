import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../i18n/texts.tsx';
import { usePreferences } from '../state/preferences-context.tsx';
import { useOperator, useSession } from '../state/session-context.ts';
import { Menu, type MenuGroup } from '../ui/controls/menu.tsx';
import { PersonIcon } from '../ui/layout/icons.tsx';

/** The operator's name, the choices of this browser, and the way out. */
export function AccountMenu() {
  const { shell } = useTexts();
  const { username } = useOperator();
  const session = useSession();
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    await session.signOut();
    await navigate({ to: '/sign-in' });
  };
  const own: MenuGroup = {
    id: shell.account,
    acts: [{ id: 'account', label: shell.ownAccount, onAct: () => void navigate({ to: '/settings/account' }) }],
  };
  const out: MenuGroup = { id: shell.signOut, acts: [{ id: 'sign-out', label: shell.signOut, onAct: () => void leave() }] };
  return (
    <Menu label={`${shell.account}: ${username}`} groups={[own, ...usePreferenceGroups(), out]}>
      <PersonIcon />
      <bdi className="cut">{username}</bdi>
    </Menu>
  );
}

/** Language, colours and shortcuts, each with the choice that holds. */
export function usePreferenceGroups(): readonly MenuGroup[] {
  const { shell } = useTexts();
  const { preferences, change } = usePreferences();
  const themes = (['system', 'light', 'dark'] as const).map((theme) => ({
    id: `theme-${theme}`,
    label: shell.themes[theme],
    onAct: () => change({ theme }),
  }));
  return [
    {
      id: 'language',
      heading: shell.language,
      selected: preferences.language,
      acts: [
        { id: 'en', label: shell.english, onAct: () => change({ language: 'en' }) },
        { id: 'ar', label: shell.arabic, onAct: () => change({ language: 'ar' }) },
      ],
    },
    { id: 'theme', heading: shell.theme, selected: `theme-${preferences.theme}`, acts: themes },
    {
      id: 'shortcuts',
      heading: shell.shortcuts,
      selected: preferences.hasShortcuts ? 'shortcuts-on' : 'shortcuts-off',
      acts: [
        { id: 'shortcuts-on', label: shell.shortcutsOn, onAct: () => change({ hasShortcuts: true }) },
        { id: 'shortcuts-off', label: shell.shortcutsOff, onAct: () => change({ hasShortcuts: false }) },
      ],
    },
  ];
}
