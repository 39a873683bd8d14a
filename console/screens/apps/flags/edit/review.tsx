import { useTexts } from '../../../../i18n/texts.tsx';
import { Differences } from '../../../../parts/differences.tsx';
import { type Effect, Reach } from '../../../../parts/reach.tsx';
import { problemOf } from '../../../../state/problem.ts';
import { ActDialog } from '../../../../ui/overlays/act-dialog.tsx';
import type { Flag } from '../data.ts';
import { fieldNames, fieldValues } from './field-values.ts';

interface ReviewDialogProps {
  readonly flag: Flag;
  readonly effect: Effect & { readonly after?: Flag | null };
  readonly save: { readonly isPending: boolean; readonly error: unknown };
  readonly onAct: () => void;
  readonly onClose: () => void;
}

/** Shows what a change would do before it is made. */
export function ReviewDialog({ flag, effect, save, onAct, onClose }: ReviewDialogProps) {
  const { flags } = useTexts();
  const { flagKey } = flag;
  // the answer to 412 is a dialog of its kind, which takes the place of this one
  const error = save.error && problemOf(save.error).status === 412 ? null : save.error;
  return (
    <ActDialog
      title={flags.save.title(flagKey)}
      act={flags.save.act(flagKey)}
      state={{ isPending: save.isPending, error }}
      onAct={onAct}
      onClose={onClose}
      isWide
    >
      {effect.after ? (
        <Differences before={fieldValues(flag, flags)} after={fieldValues(effect.after, flags)} names={fieldNames(flags)} />
      ) : null}
      <Reach effect={effect} kind="flag" />
    </ActDialog>
  );
}
