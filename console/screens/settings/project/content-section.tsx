import { useTexts } from '../../../i18n/texts.tsx';
import { Checkbox, Select } from '../../../ui/controls/choices.tsx';
import { TextBox, TextField } from '../../../ui/controls/fields.tsx';
import { Fieldset } from '../../../ui/controls/fieldset.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { ITEMS, type SectionProps } from './values.ts';

/** The rules for texts of users. */
export function ContentSection({ values, onChange, faults }: SectionProps) {
  const { project } = useTexts();
  return (
    <Card title={project.content}>
      <div className="stack">
        <Select
          label={project.contentWriters}
          value={values.contentWriters}
          options={(['authenticated', 'staff'] as const).map((value) => ({ value, label: project.writers[value] }))}
          onChange={(contentWriters) => onChange({ contentWriters })}
        />
        <Fieldset label={project.onePerAuthor}>
          <div className="two dense">
            {ITEMS.map((item) => (
              <Checkbox
                key={item}
                isSelected={values.onePerAuthor.includes(item)}
                onChange={(isOn) =>
                  onChange({ onePerAuthor: ITEMS.filter((each) => (each === item ? isOn : values.onePerAuthor.includes(each))) })
                }
              >
                {project.items[item]}
              </Checkbox>
            ))}
          </div>
        </Fieldset>
        <TextField
          label={project.autoHide}
          hint={project.autoHideHint}
          value={values.autoHideReports}
          onChange={(autoHideReports) => onChange({ autoHideReports })}
          fault={faults['settings.autoHideReports']}
          inputMode="numeric"
          dir="ltr"
          isRequired
        />
        <TextBox
          label={project.blockedWords}
          hint={project.blockedWordsHint}
          value={values.blockedWords}
          onChange={(blockedWords) => onChange({ blockedWords })}
          fault={faults['settings.blockedWords']}
          rows={6}
        />
      </div>
    </Card>
  );
}
