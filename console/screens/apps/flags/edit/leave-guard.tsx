import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../../../../i18n/texts.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';

/** Asks before the reader leaves a form with changes that are not saved. */
export function LeaveGuard({ isOn }: { readonly isOn: boolean }) {
  const { form } = useTexts().flags;
  const { status, proceed, reset } = useBlocker({ shouldBlockFn: () => isOn, enableBeforeUnload: () => isOn, withResolver: true });
  if (status !== 'blocked') return null;
  const leave = (
    <Button look="severe" onPress={proceed}>
      {form.leaveAct}
    </Button>
  );
  return (
    <Dialog title={form.leave} closeLabel={form.stay} onClose={reset} acts={leave}>
      <p>{form.leaveHint}</p>
    </Dialog>
  );
}
