import { useState } from 'react';
import { useApi } from '../../../../api.ts';
import { useTexts } from '../../../../i18n/texts.tsx';
import type { Effect } from '../../../../parts/reach.tsx';
import { problemOf } from '../../../../state/problem.ts';
import { Switch } from '../../../../ui/controls/choices.tsx';
import { useProblemText } from '../../../../ui/layout/states.tsx';
import { FLAG_PLACE, type Flag } from '../data.ts';
import { SwitchFlagDialog } from './switch-dialog.tsx';
import { useSwitchFlag } from './switch-flag.ts';

interface FlagSwitchProps {
  readonly slug: string;
  readonly flag: Flag;
}

/** Kinds whose every change is worth a look, whomever it reaches. */
const GRAVE = new Set<Flag['kind']>(['killswitch', 'ops', 'permission']);

/** The switch of a flag. It asks first where people would lose something; else it acts at once, and an undo is offered. */
export function FlagSwitch({ slug, flag }: FlagSwitchProps) {
  const { flags } = useTexts();
  const [isAsking, ask] = useState(false);
  const { flagKey, isEnabled } = flag;
  const write = useSwitchFlag(slug, flag);
  const tryOut = useApi().dry.useMutation('put', FLAG_PLACE);
  const isBusy = write.isPending || tryOut.isPending;
  const press = (isWanted: boolean): void => {
    if (isBusy) return;
    if (GRAVE.has(flag.kind)) return ask(true);
    const request = { params: { path: { slug, flagKey }, query: { dryRun: true } }, body: { isEnabled: isWanted } };
    tryOut.mutate(request, { onSuccess: (effect) => (isHarmless(effect) ? write.mutate() : ask(true)) });
  };
  return (
    <div className="flag-switch" aria-busy={isBusy}>
      <Switch isSelected={isBusy ? !isEnabled : isEnabled} onChange={press} label={flagKey}>
        <span className="small" aria-hidden="true">
          {isEnabled ? flags.on : flags.off}
        </span>
      </Switch>
      <Fault error={tryOut.error ?? write.error} />
      {isAsking ? <SwitchFlagDialog slug={slug} flag={flag} onClose={() => ask(false)} /> : null}
    </div>
  );
}

function Fault({ error }: { readonly error: unknown }) {
  const text = useProblemText(problemOf(error));
  if (!error) return null;
  return (
    <span className="small fault" role="alert">
      {text}
    </span>
  );
}

/** Whether it takes the flag from no person. */
function isHarmless({ reach: { loses } }: Effect): boolean {
  return (typeof loses === 'number' ? loses : loses.max) === 0;
}
