import { useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/choices.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { Fieldset } from '../../../ui/controls/fieldset.tsx';
import type { DraftStep, Way } from './draft.ts';

/** How a release spreads. */
export function WayField({ way, onChange }: { readonly way: Way; readonly onChange: (way: Way) => void }) {
  const { releases } = useTexts();
  return (
    <Select
      label={releases.rolloutHow}
      value={way}
      onChange={onChange}
      options={[
        { value: 'percent', label: releases.byPercent },
        { value: 'appstore', label: releases.bySteps },
        { value: 'own', label: releases.byOwnSteps },
      ]}
    />
  );
}

interface StepFieldsProps {
  readonly steps: readonly DraftStep[];
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (steps: readonly DraftStep[]) => void;
}

/** The steps of a rollout: a percentage, and the time from which on it holds, in the zone of the reader. */
export function StepFields({ steps, faults, onChange }: StepFieldsProps) {
  const { releases } = useTexts();
  const change = (place: number, changes: Partial<DraftStep>): void =>
    onChange(steps.map((step, index) => (index === place ? { ...step, ...changes } : step)));
  return (
    <Fieldset label={releases.steps}>
      {steps.map((step, index) => (
        <div key={index} className="line wrap step-line">
          <TextField
            label={releases.stepPercent(index + 1)}
            value={step.percent}
            fault={faults[`steps[${index}].percent`]}
            onChange={(percent) => change(index, { percent: percent.trim() })}
            inputMode="numeric"
            maxLength={3}
            dir="ltr"
          />
          <TextField
            label={releases.stepAt(index + 1)}
            type="datetime-local"
            value={step.at}
            fault={faults[`steps[${index}].at`]}
            onChange={(at) => change(index, { at })}
            dir="ltr"
          />
          {steps.length > 1 ? (
            <Button label={releases.removeStep(index + 1)} onPress={() => onChange(steps.filter((_, place) => place !== index))}>
              {releases.remove}
            </Button>
          ) : null}
        </div>
      ))}
      <div className="line">
        <Button onPress={() => onChange([...steps, { percent: '100', at: '' }])}>{releases.addStep}</Button>
      </div>
    </Fieldset>
  );
}
