import { useTexts } from '../../../i18n/texts.tsx';
import { usePreferences } from '../../../state/preferences-context.tsx';
import { Select, Switch } from '../../../ui/controls/choices.tsx';
import { Card } from '../../../ui/layout/page.tsx';

/** Language, colours and shortcuts, which this browser keeps. */
export function BrowserCard() {
  const { account, shell } = useTexts();
  const { preferences, change } = usePreferences();
  const { language, theme, hasShortcuts } = preferences;
  return (
    <Card title={account.browser}>
      <div className="stack">
        <Select
          label={shell.language}
          value={language}
          options={[
            { value: 'en', label: shell.english },
            { value: 'ar', label: shell.arabic },
          ]}
          onChange={(chosen) => change({ language: chosen })}
        />
        <Select
          label={shell.theme}
          value={theme}
          options={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: shell.themes[value] }))}
          onChange={(chosen) => change({ theme: chosen })}
        />
        <div>
          <Switch isSelected={hasShortcuts} onChange={(isOn) => change({ hasShortcuts: isOn })}>
            {shell.shortcuts}
          </Switch>
          <p className="small muted">{account.shortcutsLead}</p>
        </div>
      </div>
    </Card>
  );
}
