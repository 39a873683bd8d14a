import { useTexts } from '../../../../i18n/texts.tsx';
import { IconButton } from '../../../../ui/controls/button.tsx';
import { Checkbox, Select } from '../../../../ui/controls/choices.tsx';
import { TextField } from '../../../../ui/controls/fields.tsx';
import { CloseIcon } from '../../../../ui/layout/icons.tsx';
import type { Condition } from '../data.ts';
import type { DraftCondition } from './draft/draft.ts';

interface ConditionEditorProps {
  readonly number: number;
  readonly draft: DraftCondition;
  readonly fault: string | undefined;
  readonly onChange: (draft: DraftCondition) => void;
  readonly onRemove: () => void;
}

type Operator = Condition['operator'];
const IGNORES_CASE = new Set<Operator>(['in', 'starts_with', 'ends_with', 'contains']);

/** One comparison: attribute, operator, values. */
export function ConditionEditor({ number, draft, fault, onChange, onRemove }: ConditionEditorProps) {
  const { flags } = useTexts();
  const { form } = flags;
  const { condition, values } = draft;
  const change = (changed: Partial<Condition>): void => onChange({ ...draft, condition: { ...condition, ...changed } });
  return (
    <fieldset className="condition">
      <legend className="hidden-text">{form.condition(number)}</legend>
      <TextField
        label={form.attribute}
        value={condition.attribute}
        onChange={(attribute) => change({ attribute })}
        placeholder="country"
        maxLength={64}
        dir="ltr"
        autoComplete="off"
      />
      <OperatorSelect value={condition.operator} onChange={(operator) => change({ operator })} />
      <TextField
        label={form.values}
        value={values}
        onChange={(typed) => onChange({ ...draft, values: typed })}
        fault={fault}
        placeholder="SA, AE"
        autoComplete="off"
      />
      <IconButton label={form.removeCondition(number)} onPress={onRemove}>
        <CloseIcon />
      </IconButton>
      <Options condition={condition} onChange={change} />
    </fieldset>
  );
}

interface OptionsProps {
  readonly condition: Condition;
  readonly onChange: (changed: Partial<Condition>) => void;
}

function Options({ condition: { operator, not = false, ignoreCase = false }, onChange }: OptionsProps) {
  const { form } = useTexts().flags;
  return (
    <div className="line wrap options">
      <Checkbox isSelected={not} onChange={(isTurned) => onChange({ not: isTurned })}>
        {form.not}
      </Checkbox>
      {IGNORES_CASE.has(operator) ? (
        <Checkbox isSelected={ignoreCase} onChange={(isIgnored) => onChange({ ignoreCase: isIgnored })}>
          {form.ignoreCase}
        </Checkbox>
      ) : null}
    </div>
  );
}

function OperatorSelect({ value, onChange }: { readonly value: Operator; readonly onChange: (operator: Operator) => void }) {
  const { flags } = useTexts();
  const names = Object.keys(flags.operators).filter((name): name is Operator => name in flags.operators);
  const options = names.map((name) => ({ value: name, label: flags.operators[name] }));
  return <Select label={flags.form.operator} value={value} options={options} onChange={onChange} />;
}
