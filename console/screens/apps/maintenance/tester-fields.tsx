import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Select } from '../../../ui/controls/choices.tsx';
import { TextBox } from '../../../ui/controls/fields.tsx';
import type { WindowDraft } from './draft.ts';

interface TesterFieldsProps {
  readonly slug: string;
  readonly draft: WindowDraft;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (changes: Partial<WindowDraft>) => void;
}

/** The people whom the maintenance lets in. */
export function TesterFields({ slug, draft, faults, onChange }: TesterFieldsProps) {
  const { maintenance } = useTexts();
  const segments = useApi().useQuery('get', '/api/v1/admin/apps/{slug}/segments', { params: { path: { slug } } }).data ?? [];
  const choose = (letIn: WindowDraft['letIn']): void => onChange({ letIn, segment: draft.segment || (segments[0]?.key ?? '') });
  return (
    <div className="form-grid">
      <Select
        label={maintenance.testersHow}
        value={draft.letIn}
        onChange={choose}
        options={[
          { value: 'none', label: maintenance.testersNone },
          { value: 'ids', label: maintenance.testersIds },
          ...(segments.length === 0 && draft.letIn !== 'segment' ? [] : [{ value: 'segment' as const, label: maintenance.testersSegment }]),
        ]}
      />
      {draft.letIn === 'segment' ? (
        <Select
          label={maintenance.segment}
          value={draft.segment}
          onChange={(segment) => onChange({ segment })}
          options={segments.map(({ key, name }) => ({ value: key, label: name === null ? key : `${name} (${key})` }))}
        />
      ) : null}
      {draft.letIn === 'ids' ? (
        <TextBox
          label={maintenance.testersIdsLabel}
          hint={maintenance.testersIdsHint}
          value={draft.ids}
          fault={faults['testers'] ?? faults['testers.ids']}
          onChange={(ids) => onChange({ ids })}
          isCode
          rows={3}
        />
      ) : null}
    </div>
  );
}
