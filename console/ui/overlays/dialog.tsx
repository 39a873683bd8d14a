import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTexts } from '../../i18n/texts.tsx';
import { Button } from '../controls/button.tsx';

interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The buttons; a way to close comes first by itself. */
  readonly acts?: ReactNode;
  readonly closeLabel?: string;
  readonly isWide?: boolean;
  /** Set where a step must not be lost by a click beside the dialog or by Escape. */
  readonly isHeld?: boolean;
  /** The button alone closes it: the reader has typed something. */
  readonly isKept?: boolean;
}

/** A dialog that is open as long as it is rendered: `{isOpen ? <Dialog …/> : null}`. It takes the focus and gives it back. */
export function Dialog({ title, onClose, children, acts, closeLabel, isWide = false, isHeld = false, isKept = false }: DialogProps) {
  const { common } = useTexts();
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      isDismissable={!isHeld && !isKept}
      isKeyboardDismissDisabled={isHeld || isKept}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={isWide ? 'modal wide' : 'modal'}>
        <AriaDialog className="dialog">
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
          <footer>
            {isHeld ? null : <Button onPress={onClose}>{closeLabel ?? common.cancel}</Button>}
            {acts}
          </footer>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
