import { useTexts } from '../../../i18n/texts.tsx';
import { Select } from '../../../ui/controls/choices.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import type { SectionProps } from './values.ts';

/** How accounts are deleted. */
export function PrivacySection({ values, onChange, faults }: SectionProps) {
  const { project } = useTexts();
  return (
    <Card title={project.privacy}>
      <div className="stack">
        <TextField
          label={project.deletionDays}
          value={values.accountDeletionDays}
          onChange={(accountDeletionDays) => onChange({ accountDeletionDays })}
          fault={faults['settings.accountDeletionDays']}
          inputMode="numeric"
          dir="ltr"
          isRequired
        />
        <Select
          label={project.erased}
          value={values.erasedContent}
          options={(['anonymise', 'delete'] as const).map((value) => ({ value, label: project.erasedContent[value] }))}
          onChange={(erasedContent) => onChange({ erasedContent })}
        />
      </div>
    </Card>
  );
}
