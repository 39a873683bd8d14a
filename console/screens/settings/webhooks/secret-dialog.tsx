import { useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Secret } from '../../../ui/data/copy.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

/** The only moment in which the secret can be copied: a click beside the dialog does not close it. */
export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const { webhooks } = useTexts();
  const kept = (
    <Button look="primary" onPress={onClose}>
      {webhooks.secret.kept}
    </Button>
  );
  return (
    <Dialog title={webhooks.secret.title} onClose={onClose} acts={kept} isHeld>
      <p>{webhooks.secret.lead}</p>
      <Secret text={secret} label={webhooks.secret.copy} />
    </Dialog>
  );
}
