import type { Schemas } from '../../../../api.ts';
import { useFormat, useTexts } from '../../../../i18n/texts.tsx';
import { CheckIcon, CloseIcon } from '../../../../ui/layout/icons.tsx';
import { Chip, Notice } from '../../../../ui/layout/pieces.tsx';
import type { Flag } from '../data.ts';
import { type FlagTexts, textOfCondition } from '../view/words.ts';

type Explanation = Schemas['ExplainedFlag'];

interface ExplainedProps {
  readonly flag: Flag;
  readonly explained: Explanation | null;
}

/** The answer for one phone, the step that decided, and the conditions with what the phone has. */
export function Explained({ flag, explained }: ExplainedProps) {
  const { flags } = useTexts();
  const format = useFormat();
  const { why } = flags;
  if (explained === null) return <Notice tone="warn" title={why.noOther} />;
  const { enabled, variant, bucket, conditions } = explained;
  return (
    <section className="stack explained">
      <h3>{why.answer}</h3>
      <div className="line wrap">
        <Chip tone={enabled ? 'good' : 'normal'}>{enabled ? flags.on : flags.off}</Chip>
        {variant === null || !enabled ? null : <strong>{why.gets(`\u2068${variant}\u2069`)}</strong>}
      </div>
      <p>
        {textOfStep(flags, flag, explained)} {bucket === null ? null : why.bucket(format.number(bucket))}
      </p>
      {conditions.length === 0 ? null : <Conditions conditions={conditions} />}
    </section>
  );
}

function Conditions({ conditions }: { readonly conditions: Explanation['conditions'] }) {
  const { flags } = useTexts();
  const { why } = flags;
  return (
    <>
      <h4>{why.conditions}</h4>
      <ul className="looked-at">
        {conditions.map(({ attribute, operator, values, not, actual, matched }) => (
          <li key={`${attribute} ${not} ${operator} ${values.join(' ')}`} className={matched ? 'matched' : 'unmatched'}>
            {matched ? <CheckIcon /> : <CloseIcon />}
            <span>
              <span className="hidden-text">{matched ? why.matched : why.unmatched}: </span>
              {textOfCondition(flags, { attribute, operator, values, not })}
              <span className="muted">
                {' '}
                · {why.actual}: {actual === null ? why.nothing : <bdi>{String(actual)}</bdi>}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The rule by its name, as the page shows it. */
function textOfStep({ why }: FlagTexts, { targeting }: Flag, { step, ruleId }: Explanation): string {
  const { steps } = why;
  if (step !== 'rule' && step !== 'percentage') return steps[step];
  if (ruleId === null) return step === 'rule' ? steps.ruleAny : steps.percentageAny;
  const name = targeting?.rules.find(({ id }) => id === ruleId)?.name ?? ruleId;
  return steps[step](`\u2068${name}\u2069`);
}
