import { useTexts } from '../../../i18n/texts.tsx';
import { Select } from '../../../ui/controls/choices.tsx';
import { TextBox, TextField } from '../../../ui/controls/fields.tsx';
import { type WindowDraft, wrongRange } from './draft.ts';
import { TesterFields } from './tester-fields.tsx';

export interface FieldsProps {
  readonly slug: string;
  readonly draft: WindowDraft;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (changes: Partial<WindowDraft>) => void;
  /** A window that exists is always a scheduled one. */
  readonly isEdit?: boolean;
}

/** All fields of a window: when, the texts, whom it is for. */
export function WindowFields(props: FieldsProps) {
  const { maintenance } = useTexts();
  return (
    <>
      <MessageFields {...props} />
      <fieldset className="fieldset">
        <legend>{maintenance.times}</legend>
        <TimeFields {...props} />
      </fieldset>
      <details className="details" open={isScoped(props)}>
        <summary>{maintenance.scope}</summary>
        <div className="stack">
          <ScopeFields {...props} />
          <TesterFields {...props} />
        </div>
      </details>
    </>
  );
}

/** Whether the window is not for everybody, or has a fault there. */
function isScoped({ draft: { mode, platform, versions, letIn }, faults }: FieldsProps): boolean {
  const isPlain = mode === 'full' && platform === 'all' && versions === '' && letIn === 'none';
  return !isPlain || Object.keys(faults).some((name) => /^(?:versions|testers|platforms)/.test(name));
}

function MessageFields({ draft, faults, onChange }: FieldsProps) {
  const { maintenance } = useTexts();
  return (
    <div className="form-grid">
      <TextBox
        label={maintenance.messageEn}
        value={draft.messageEn}
        fault={faults['messageEn']}
        onChange={(messageEn) => onChange({ messageEn })}
        maxLength={2000}
      />
      <TextBox
        label={maintenance.messageAr}
        value={draft.messageAr}
        fault={faults['messageAr']}
        onChange={(messageAr) => onChange({ messageAr })}
        maxLength={2000}
      />
    </div>
  );
}

function TimeFields({ draft, faults, onChange, isEdit = false }: FieldsProps) {
  const { maintenance } = useTexts();
  const isLater = draft.when === 'later';
  return (
    <div className="form-grid">
      {isEdit ? null : (
        <Select
          label={maintenance.when}
          value={draft.when}
          onChange={(when) => onChange({ when })}
          options={[
            { value: 'now', label: maintenance.now },
            { value: 'later', label: maintenance.later },
          ]}
        />
      )}
      {isLater ? (
        <>
          <TextField
            label={maintenance.startAt}
            type="datetime-local"
            value={draft.startAt}
            fault={faults['startAt']}
            onChange={(startAt) => onChange({ startAt })}
            dir="ltr"
            isRequired
          />
          <TextField
            label={maintenance.announceFrom}
            hint={maintenance.announceHint}
            type="datetime-local"
            value={draft.announceFrom}
            fault={faults['announceFrom']}
            onChange={(announceFrom) => onChange({ announceFrom })}
            dir="ltr"
          />
        </>
      ) : null}
      <TextField
        label={maintenance.endAt}
        hint={maintenance.endAtHint}
        type="datetime-local"
        value={draft.endAt}
        fault={faults['endAt']}
        onChange={(endAt) => onChange({ endAt })}
        dir="ltr"
      />
      <TextField
        label={maintenance.estimatedEnd}
        hint={maintenance.estimatedEndHint}
        type="datetime-local"
        value={draft.estimatedEnd}
        fault={faults['estimatedEnd']}
        onChange={(estimatedEnd) => onChange({ estimatedEnd })}
        dir="ltr"
      />
    </div>
  );
}

function ScopeFields({ draft, faults, onChange }: FieldsProps) {
  const { maintenance, common } = useTexts();
  const wrong = wrongRange(draft.versions);
  return (
    <div className="form-grid">
      <Select
        label={maintenance.mode}
        value={draft.mode}
        onChange={(mode) => onChange({ mode })}
        options={[
          { value: 'full', label: maintenance.modes.full },
          { value: 'read_only', label: maintenance.modes.read_only },
        ]}
      />
      <Select
        label={maintenance.platforms}
        value={draft.platform}
        onChange={(platform) => onChange({ platform })}
        options={[
          { value: 'all', label: maintenance.allPlatforms },
          { value: 'android', label: common.platforms.android },
          { value: 'ios', label: common.platforms.ios },
        ]}
      />
      <TextField
        label={maintenance.versions}
        hint={maintenance.versionsHint}
        value={draft.versions}
        fault={wrong === null ? faults['versions'] : maintenance.versionsBad(wrong)}
        onChange={(versions) => onChange({ versions })}
        dir="ltr"
      />
    </div>
  );
}
