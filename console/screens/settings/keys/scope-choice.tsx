import type { Schemas } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Checkbox } from '../../../ui/controls/choices.tsx';
import { Fieldset } from '../../../ui/controls/fieldset.tsx';

type Scope = Schemas['ApiKey']['scopes'][number];

const SCOPES = ['read', 'write', 'feedback', 'users', 'audit', 'operators'] as const satisfies readonly Scope[];

interface ScopeChoiceProps {
  readonly scopes: readonly Scope[];
  readonly onChange: (scopes: Scope[]) => void;
}

/** The rights of a key. */
export function ScopeChoice({ scopes, onChange }: ScopeChoiceProps) {
  const { apiKeys } = useTexts();
  return (
    <Fieldset label={apiKeys.rights}>
      {SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          isSelected={scopes.includes(scope)}
          onChange={(isOn) => onChange(SCOPES.filter((each) => (each === scope ? isOn : scopes.includes(each))))}
        >
          {apiKeys.scopes[scope]}
        </Checkbox>
      ))}
    </Fieldset>
  );
}
