import { useTexts } from '../../i18n/texts.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

const KEYS = [
  ['A', 'approve'],
  ['R', 'reject'],
  ['H', 'hide'],
  ['U', 'undo'],
  ['J', 'next'],
  ['K', 'previous'],
  ['X', 'select'],
  ['?', 'help'],
] as const;

/** All keys of the screen. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { moderation, common } = useTexts();
  return (
    <Dialog title={moderation.keys} onClose={onClose} closeLabel={common.close}>
      <dl className="keys">
        {KEYS.map(([key, act]) => (
          <div key={key} className="line">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{moderation.keysFor[act]}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">{moderation.keysNote}</p>
    </Dialog>
  );
}
