import { useTexts } from '../../../i18n/texts.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import type { SectionProps } from './values.ts';

/** Name and languages. */
export function GeneralSection({ values, onChange, faults }: SectionProps) {
  const { project } = useTexts();
  return (
    <Card title={project.general}>
      <div className="stack">
        <TextField
          label={project.name}
          value={values.name}
          onChange={(name) => onChange({ name })}
          fault={faults['name']}
          maxLength={100}
          isRequired
        />
        <TextField
          label={project.languages}
          hint={project.languagesHint}
          value={values.languages}
          onChange={(languages) => onChange({ languages })}
          fault={faults['settings.languages']}
          dir="ltr"
          isRequired
        />
      </div>
    </Card>
  );
}
