import { useApi } from '../../../../api.ts';
import { useTexts } from '../../../../i18n/texts.tsx';
import { Reach } from '../../../../parts/reach.tsx';
import { ActDialog } from '../../../../ui/overlays/act-dialog.tsx';
import { ALWAYS_FRESH } from '../../data.ts';
import { FLAG_PLACE, type Flag } from '../data.ts';
import { useSwitchFlag } from './switch-flag.ts';

interface SwitchFlagDialogProps {
  readonly slug: string;
  readonly flag: Flag;
  readonly onClose: () => void;
}

/** Shows whom a flag reaches when it is switched, and switches it. */
export function SwitchFlagDialog({ slug, flag, onClose }: SwitchFlagDialogProps) {
  const { flags } = useTexts();
  const { flagKey, isEnabled } = flag;
  const request = { params: { path: { slug, flagKey }, query: { dryRun: true } }, body: { isEnabled: !isEnabled } };
  const dryRun = useApi().dry.useQuery('put', FLAG_PLACE, request, ALWAYS_FRESH);
  const write = useSwitchFlag(slug, flag, onClose);
  return (
    <ActDialog
      title={isEnabled ? flags.switchOffTitle(flagKey) : flags.switchOnTitle(flagKey)}
      act={isEnabled ? flags.switchOff(flagKey) : flags.switchOn(flagKey)}
      isDanger={isEnabled}
      dryRun={dryRun}
      renderEffect={(effect) => <Reach effect={effect} kind="flag" />}
      state={write}
      onAct={write.mutate}
      onClose={onClose}
    />
  );
}
