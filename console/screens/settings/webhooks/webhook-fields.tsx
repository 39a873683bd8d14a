import { useTexts } from '../../../i18n/texts.tsx';
import { useOperator } from '../../../state/session-context.ts';
import { Checkbox, Select } from '../../../ui/controls/choices.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { EventChoice } from './event-choice.tsx';
import type { WebhookValues } from './values.ts';

interface WebhookFieldsProps {
  readonly values: WebhookValues;
  readonly onChange: (changes: Partial<WebhookValues>) => void;
  readonly faults: Readonly<Record<string, string>>;
  /** The project of a webhook never changes. */
  readonly isNew: boolean;
}

/** The fields of a webhook. */
export function WebhookFields({ values, onChange, faults, isNew }: WebhookFieldsProps) {
  const { webhooks } = useTexts();
  const { form } = webhooks;
  const { isOwner } = useOperator();
  return (
    <>
      <TextField
        label={form.url}
        hint={form.urlHint}
        type="url"
        dir="ltr"
        value={values.url}
        onChange={(url) => onChange({ url })}
        fault={faults['url']}
        maxLength={2_048}
        autoFocus={isNew}
        isRequired
      />
      <TextField
        label={form.description}
        hint={form.descriptionHint}
        value={values.description}
        onChange={(description) => onChange({ description })}
        fault={faults['description']}
        maxLength={200}
      />
      {isNew && isOwner ? (
        <Select
          label={form.reach}
          value={values.reach}
          options={[
            { value: 'project', label: form.thisProject },
            { value: 'all', label: form.allProjects },
          ]}
          onChange={(reach) => onChange({ reach })}
        />
      ) : null}
      <EventChoice values={values} onChange={onChange} fault={faults['events']} />
      <Sentence values={values} onChange={onChange} />
      <Checkbox isSelected={values.content} onChange={(content) => onChange({ content })}>
        {form.content}
      </Checkbox>
      <p className="hint">{form.contentHint}</p>
    </>
  );
}

/** A sentence has a language. */
function Sentence({ values: { format, language }, onChange }: Pick<WebhookFieldsProps, 'values' | 'onChange'>) {
  const { form } = useTexts().webhooks;
  return (
    <>
      <Select
        label={form.format}
        value={format}
        options={[
          { value: 'standard', label: form.formats.standard },
          { value: 'slack', label: form.formats.slack },
        ]}
        onChange={(chosen) => onChange({ format: chosen })}
        {...(format === 'slack' ? { hint: form.formatHint } : {})}
      />
      {format === 'slack' ? (
        <Select
          label={form.language}
          value={language}
          options={[
            { value: 'en', label: form.languages.en },
            { value: 'ar', label: form.languages.ar },
          ]}
          onChange={(chosen) => onChange({ language: chosen })}
        />
      ) : null}
    </>
  );
}
