import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Checkbox, Switch } from '../../../ui/controls/choices.tsx';
import { Fieldset } from '../../../ui/controls/fieldset.tsx';

interface AppChoiceProps {
  /** The slugs; null for all apps. */
  readonly apps: readonly string[] | null;
  readonly onChange: (apps: readonly string[] | null) => void;
}

/** The apps that a key may use. */
export function AppChoice({ apps, onChange }: AppChoiceProps) {
  const { apiKeys } = useTexts();
  const { data: known = [] } = useApi().useQuery('get', '/api/v1/admin/apps');
  if (known.length === 0) return null;
  const slugs = known.map(({ slug }) => slug);
  return (
    <div>
      <Switch isSelected={apps !== null} onChange={(isLimited) => onChange(isLimited ? slugs.slice(0, 1) : null)}>
        {apiKeys.onlyApps}
      </Switch>
      {apps === null ? null : (
        <Fieldset label={apiKeys.apps}>
          {known.map(({ slug, name }) => (
            <Checkbox
              key={slug}
              isSelected={apps.includes(slug)}
              onChange={(isOn) => onChange(slugs.filter((each) => (each === slug ? isOn : apps.includes(each))))}
            >
              <bdi>{name}</bdi>
            </Checkbox>
          ))}
        </Fieldset>
      )}
    </div>
  );
}
