import { useTexts } from '../../../i18n/texts.tsx';
import { Select } from '../../../ui/controls/choices.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import type { EntryFieldsProps } from './entry-values.ts';

/** When users see the entry. */
export function ScheduleFields({ values, onChange, faults }: EntryFieldsProps) {
  const { changelog } = useTexts();
  return (
    <div className="two">
      <Select
        label={changelog.when}
        value={values.when}
        options={[
          { value: 'now', label: changelog.now },
          { value: 'later', label: changelog.later },
        ]}
        onChange={(when) => onChange({ when })}
      />
      {values.when === 'now' ? null : (
        <TextField
          label={changelog.at}
          hint={changelog.atHint}
          value={values.at}
          onChange={(at) => onChange({ at })}
          fault={faults['publishedAt']}
          type="datetime-local"
          dir="ltr"
          isRequired
        />
      )}
    </div>
  );
}
