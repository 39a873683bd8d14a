import { useTexts } from '../../../i18n/texts.tsx';
import { Select } from '../../../ui/controls/choices.tsx';
import { TextBox } from '../../../ui/controls/fields.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { NOTICE_READERS, type SectionProps } from './values.ts';

/** The readers of mails about what waits and what the server did by itself. */
export function NoticesSection({ values, onChange, faults }: SectionProps) {
  const { project } = useTexts();
  return (
    <Card title={project.notices}>
      <div className="stack">
        <Select
          label={project.noticesTo}
          hint={project.noticesLead}
          value={values.noticesTo}
          options={NOTICE_READERS.map((value) => ({ value, label: project.noticeReaders[value] }))}
          onChange={(noticesTo) => onChange({ noticesTo })}
        />
        {values.noticesTo === 'addresses' ? (
          <TextBox
            label={project.noticeAddresses}
            hint={project.noticeAddressesHint}
            value={values.noticeAddresses}
            onChange={(noticeAddresses) => onChange({ noticeAddresses })}
            fault={faultOf(faults)}
            rows={4}
            dir="ltr"
          />
        ) : null}
      </div>
    </Card>
  );
}

/** The list itself, or its first address that is wrong. */
function faultOf(faults: SectionProps['faults']): string | undefined {
  return Object.entries(faults).find(([field]) => field.startsWith('settings.notices.to'))?.[1];
}
