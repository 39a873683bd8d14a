import { useTexts } from '../../../i18n/texts.tsx';
import { Checkbox } from '../../../ui/controls/choices.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { Fieldset } from '../../../ui/controls/fieldset.tsx';
import type { WebhookValues } from './values.ts';
import './webhooks.css';

interface EventChoiceProps {
  readonly values: WebhookValues;
  readonly onChange: (changes: Partial<WebhookValues>) => void;
  readonly fault: string | undefined;
}

/** The events that a webhook wants: whole groups, and single types by name. Those of the platform need all projects. */
export function EventChoice({ values: { groups, others, reach }, onChange, fault }: EventChoiceProps) {
  const { webhooks } = useTexts();
  const { form } = webhooks;
  const offered = Object.entries({ ...webhooks.groups, ...(reach === 'all' ? webhooks.platformGroups : {}) });
  const known = new Set(offered.map(([pattern]) => pattern));
  const choices = [...offered, ...groups.filter((pattern) => !known.has(pattern)).map((pattern) => [pattern, pattern] as const)];
  const choose = (pattern: string, isOn: boolean): void =>
    onChange({ groups: choices.map(([each]) => each).filter((each) => (each === pattern ? isOn : groups.includes(each))) });
  return (
    <>
      <Fieldset label={webhooks.events}>
        <div className="event-groups">
          {choices.map(([pattern, name]) => (
            <Checkbox key={pattern} isSelected={groups.includes(pattern)} onChange={(isOn) => choose(pattern, isOn)}>
              {name}
            </Checkbox>
          ))}
        </div>
      </Fieldset>
      <TextField
        label={form.others}
        hint={<bdi dir="auto">{form.othersHint}</bdi>}
        dir="ltr"
        value={others}
        onChange={(text) => onChange({ others: text })}
        fault={fault}
      />
    </>
  );
}
