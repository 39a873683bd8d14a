import { useTexts } from '../../../../i18n/texts.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { Select } from '../../../../ui/controls/choices.tsx';
import { type Draft, type DraftRule, newRule } from './draft/draft.ts';
import type { FormFaults } from './faults.ts';
import { RuleEditor } from './rule-editor.tsx';
import { useServeOptions } from './serve-select.tsx';

interface RulesProps {
  readonly draft: Draft;
  readonly segments: readonly string[];
  readonly variants: readonly string[];
  readonly faults: FormFaults;
  readonly onChange: (draft: Draft) => void;
}

const OFF = 'off';

/** The rules in their order, and what everybody else gets. */
export function Rules({ draft, segments, variants, faults, onChange }: RulesProps) {
  const { flags } = useTexts();
  const { form } = flags;
  const { rules } = draft;
  const set = (changed: readonly DraftRule[]): void => onChange({ ...draft, rules: changed });
  return (
    <section className="stack">
      <h3>{flags.who}</h3>
      {rules.length > 1 ? <p className="small muted">{form.rulesHint}</p> : null}
      {rules.map((rule, index) => (
        <RuleEditor
          key={rule.key}
          number={index + 1}
          count={rules.length}
          draft={rule}
          segments={segments}
          variants={variants}
          faults={faults.rules.get(index) ?? []}
          onChange={(changed) => set(rules.with(index, changed))}
          onRemove={() => set(rules.toSpliced(index, 1))}
          onMove={(places) => set(moved(rules, index, index + places))}
        />
      ))}
      <div className="line wrap rules-end">
        <OtherwiseSelect draft={draft} variants={variants} onChange={onChange} />
        <Button onPress={() => onChange(withRule(draft))}>{form.addRule}</Button>
      </div>
    </section>
  );
}

function OtherwiseSelect({ draft, variants, onChange }: Pick<RulesProps, 'draft' | 'variants' | 'onChange'>) {
  const { flags } = useTexts();
  const { form } = flags;
  const { otherwise, rules } = draft;
  const serves = useServeOptions(variants, otherwise === OFF ? null : (otherwise.serve ?? null));
  const choose = (name: string): void => {
    const serve = serves.serveOf(name);
    onChange({ ...draft, otherwise: name === OFF ? OFF : serve === null ? {} : { serve } });
  };
  return (
    <Select
      label={rules.length === 0 ? form.otherwiseAlone : form.otherwise}
      value={otherwise === OFF ? OFF : serves.chosen}
      options={[{ value: OFF, label: flags.off }, ...serves.list]}
      onChange={choose}
    />
  );
}

/** The first rule makes the flag one for some people, so the others no longer get it. */
function withRule(draft: Draft): Draft {
  const rules = [...draft.rules, newRule(draft.rules)];
  return { ...draft, rules, otherwise: draft.rules.length === 0 ? OFF : draft.otherwise };
}

function moved(rules: readonly DraftRule[], from: number, to: number): readonly DraftRule[] {
  const rule = rules[from];
  return rule === undefined ? rules : rules.toSpliced(from, 1).toSpliced(to, 0, rule);
}
