import { useTexts } from '../../../i18n/texts.tsx';
import { Checkbox, Select } from '../../../ui/controls/choices.tsx';
import { TextBox, TextField } from '../../../ui/controls/fields.tsx';
import type { ReleaseDraft } from './draft.ts';

export interface FieldsProps {
  readonly draft: ReleaseDraft;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (changes: Partial<ReleaseDraft>) => void;
}

/** The texts of a release in both languages, side by side. */
export function NotesFields({ draft, faults, onChange }: FieldsProps) {
  const { releases } = useTexts();
  return (
    <div className="form-grid">
      <TextBox
        label={releases.notesEn}
        value={draft.notesEn}
        fault={faults['notes.en']}
        onChange={(notesEn) => onChange({ notesEn })}
        maxLength={5000}
      />
      <TextBox
        label={releases.notesAr}
        value={draft.notesAr}
        fault={faults['notes.ar']}
        onChange={(notesAr) => onChange({ notesAr })}
        maxLength={5000}
      />
    </div>
  );
}

/** Whether phones know the release, and which must update to it. */
export function UrgencyFields({ draft, faults, onChange }: FieldsProps) {
  const { releases } = useTexts();
  const { fields } = releases;
  return (
    <>
      <div className="line wrap">
        <Checkbox isSelected={draft.isActive} onChange={(isActive) => onChange({ isActive })}>
          {fields.isActive}
        </Checkbox>
        <Checkbox isSelected={draft.isForce} onChange={(isForce) => onChange({ isForce })}>
          {fields.isForce}
        </Checkbox>
      </div>
      <div className="form-grid">
        <TextField
          label={fields.minVersion}
          hint={fields.minVersionHint}
          value={draft.minVersion}
          fault={faults['minVersion']}
          onChange={(minVersion) => onChange({ minVersion })}
          maxLength={64}
          dir="ltr"
        />
        <TextField
          label={fields.forceAfter}
          type="datetime-local"
          value={draft.forceAfter}
          fault={faults['forceAfter']}
          onChange={(forceAfter) => onChange({ forceAfter })}
          dir="ltr"
        />
      </div>
    </>
  );
}

/** The fields that are seldom set: folded, until one has a fault. */
export function MoreFields(props: FieldsProps) {
  const { releases } = useTexts();
  const { draft, faults, onChange } = props;
  const { fields } = releases;
  const hasFault = ['priority', 'minOsVersion', 'remindAfterHours', 'storeUrl', 'changelog'].some((name) => name in faults);
  return (
    <details className="details" open={hasFault || draft.guard !== 'off'}>
      <summary>{releases.more}</summary>
      <div className="stack">
        <div className="form-grid">
          <Select
            label={fields.priority}
            value={draft.priority}
            onChange={(priority) => onChange({ priority })}
            options={PRIORITIES.map((value) => ({ value, label: fields.priorities[value] }))}
          />
          <TextField
            label={fields.remindAfterHours}
            value={draft.remindAfterHours}
            fault={faults['remindAfterHours']}
            onChange={(remindAfterHours) => onChange({ remindAfterHours })}
            inputMode="numeric"
            dir="ltr"
          />
          <TextField
            label={fields.minOsVersion}
            value={draft.minOsVersion}
            fault={faults['minOsVersion']}
            onChange={(minOsVersion) => onChange({ minOsVersion })}
            maxLength={64}
            dir="ltr"
          />
          <TextField
            label={fields.storeUrl}
            value={draft.storeUrl}
            fault={faults['storeUrl']}
            onChange={(storeUrl) => onChange({ storeUrl })}
            maxLength={2048}
            type="url"
            dir="ltr"
          />
        </div>
        <GuardFields {...props} />
        <TextBox
          label={releases.changelog}
          value={draft.changelog}
          fault={faults['changelog']}
          onChange={(changelog) => onChange({ changelog })}
          maxLength={20_000}
          rows={3}
        />
      </div>
    </details>
  );
}

const PRIORITIES = ['0', '1', '2', '3', '4', '5'] as const;

function GuardFields({ draft, faults, onChange }: FieldsProps) {
  const { fields } = useTexts().releases;
  return (
    <div className="form-grid">
      <Select
        label={fields.guard}
        value={draft.guard}
        onChange={(guard) => onChange({ guard })}
        options={[
          { value: 'off', label: fields.guardOff },
          { value: 'warn', label: fields.guardWarn },
          { value: 'halt', label: fields.guardHalt },
        ]}
      />
      {draft.guard === 'off' ? null : (
        <>
          <TextField
            label={fields.guardRate}
            value={draft.guardRate}
            fault={faults['guard.maxRate']}
            onChange={(guardRate) => onChange({ guardRate })}
            inputMode="decimal"
            dir="ltr"
          />
          <TextField
            label={fields.guardUsers}
            value={draft.guardUsers}
            fault={faults['guard.minUsers']}
            onChange={(guardUsers) => onChange({ guardUsers })}
            inputMode="numeric"
            dir="ltr"
          />
        </>
      )}
    </div>
  );
}
