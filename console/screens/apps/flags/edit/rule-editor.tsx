import { useTexts } from '../../../../i18n/texts.tsx';
import type { FieldFault } from '../../../../state/problem.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Checkbox } from '../../../../ui/controls/choices.tsx';
import { TextField } from '../../../../ui/controls/fields.tsx';
import { Code } from '../../../../ui/layout/pieces.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import { type DraftRule, newCondition } from './draft/draft.ts';
import { ServeSelect } from './serve-select.tsx';

export interface RuleEditorProps {
  readonly number: number;
  readonly count: number;
  readonly draft: DraftRule;
  readonly segments: readonly string[];
  readonly variants: readonly string[];
  readonly faults: readonly FieldFault[];
  readonly onChange: (draft: DraftRule) => void;
  readonly onRemove: () => void;
  /** Moves it by so many places. */
  readonly onMove: (places: number) => void;
}

/** Faults that are shown at their fields. */
const PLACED = /^(name|percentage|stickiness|salt|when\[\d+\]\.values.*)$/;

/** One rule: whom it fits, how many of them, and what they get. */
export function RuleEditor(props: RuleEditorProps) {
  const { flags } = useTexts();
  const { form } = flags;
  const { number, draft, variants, faults, onChange } = props;
  const faultOf = (part: string): string | undefined => faults.find(({ field }) => field === part)?.message;
  return (
    <fieldset className="rule">
      <legend>
        {flags.rule(number)} <Code>{draft.rule.id}</Code>
      </legend>
      <RuleButtons {...props} />
      <div className="form-grid">
        <TextField
          label={form.name}
          value={draft.name}
          fault={faultOf('name')}
          onChange={(name) => onChange({ ...draft, name })}
          maxLength={200}
        />
        <TextField
          label={form.percent}
          value={draft.percentage}
          fault={faultOf('percentage')}
          onChange={(percentage) => onChange({ ...draft, percentage })}
          inputMode="numeric"
          dir="ltr"
        />
        <ServeSelect label={form.serve} value={draft.serve} variants={variants} onChange={(serve) => onChange({ ...draft, serve })} />
      </div>
      <Conditions {...props} />
      <Segments {...props} />
      <Drawing {...props} faultOf={faultOf} />
      <OtherFaults faults={faults.filter(({ field }) => !PLACED.test(field))} />
    </fieldset>
  );
}

function OtherFaults({ faults }: { readonly faults: readonly FieldFault[] }) {
  return faults.map(({ field, message }) => (
    <p key={`${field} ${message}`} className="small fault">
      <Code>{field}</Code> {message}
    </p>
  ));
}

function RuleButtons({ number, count, onMove, onRemove }: RuleEditorProps) {
  const { flags } = useTexts();
  const { form } = flags;
  return (
    <div className="line wrap rule-buttons">
      <Button look="plain" label={form.up(number)} onPress={() => onMove(-1)} isDisabled={number === 1}>
        ↑
      </Button>
      <Button look="plain" label={form.down(number)} onPress={() => onMove(1)} isDisabled={number === count}>
        ↓
      </Button>
      <Button look="danger" onPress={onRemove}>
        {form.removeRule(number)}
      </Button>
    </div>
  );
}

function Conditions({ draft, faults, onChange }: RuleEditorProps) {
  const { flags } = useTexts();
  const { form } = flags;
  const { when } = draft;
  const set = (changed: DraftRule['when']): void => onChange({ ...draft, when: changed });
  return (
    <div className="stack conditions">
      <h4>{form.conditions}</h4>
      {when.length === 0 ? <p className="small muted">{form.noConditions}</p> : null}
      {when.map((condition, index) => (
        <ConditionEditor
          key={condition.key}
          number={index + 1}
          draft={condition}
          fault={faults.find(({ field }) => field.startsWith(`when[${index}].values`))?.message}
          onChange={(changed) => set(when.with(index, changed))}
          onRemove={() => set(when.toSpliced(index, 1))}
        />
      ))}
      <div className="line wrap">
        <Button onPress={() => set([...when, newCondition(when)])}>{form.addCondition}</Button>
        {when.length === 0 ? null : <span className="small muted">{form.valuesHint}</span>}
      </div>
    </div>
  );
}

function Segments({ draft, segments, onChange }: RuleEditorProps) {
  const { flags } = useTexts();
  const all = [...new Set([...segments, ...draft.segments])];
  if (all.length === 0) return null;
  const toggle = (key: string, isWanted: boolean): void => {
    const others = draft.segments.filter((segment) => segment !== key);
    onChange({ ...draft, segments: isWanted ? [...others, key] : others });
  };
  return (
    <div>
      <h4>{flags.form.segments}</h4>
      <div className="line wrap segments">
        {all.map((key) => (
          <Checkbox key={key} isSelected={draft.segments.includes(key)} onChange={(isWanted) => toggle(key, isWanted)}>
            <Code>{key}</Code>
          </Checkbox>
        ))}
      </div>
    </div>
  );
}

function Drawing({ draft, onChange, faultOf }: RuleEditorProps & { readonly faultOf: (part: string) => string | undefined }) {
  const { flags } = useTexts();
  const { form } = flags;
  const isOpen = draft.stickiness !== '' || draft.salt !== '';
  return (
    <details className="details" open={isOpen}>
      <summary>{form.more}</summary>
      <div className="form-grid">
        <TextField
          label={form.stickiness}
          hint={form.stickinessHint}
          value={draft.stickiness}
          fault={faultOf('stickiness')}
          onChange={(stickiness) => onChange({ ...draft, stickiness })}
          maxLength={64}
          dir="ltr"
        />
        <TextField
          label={form.salt}
          hint={form.saltHint}
          value={draft.salt}
          fault={faultOf('salt')}
          onChange={(salt) => onChange({ ...draft, salt })}
          maxLength={100}
          dir="ltr"
        />
      </div>
    </details>
  );
}
