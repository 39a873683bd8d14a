import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { useTexts } from '../../i18n/texts.tsx';
import { Button, IconButton } from '../controls/button.tsx';
import { CloseIcon } from '../layout/icons.tsx';

const SHOWN_MS = 8_000;

interface ToastInput {
  readonly text: string;
  /** Such as an undo. */
  readonly act?: { readonly label: string; readonly onAct: () => void };
}

interface Shown extends ToastInput {
  readonly id: number;
}

const ToastContext = createContext<(toast: ToastInput) => void>(() => {});

/** Says what has happened: `toast({ text, act: { label, onAct } })`. */
export function useToast(): (toast: ToastInput) => void {
  return use(ToastContext);
}

/** The place of the toasts, which screen readers read out. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const close = useCallback((id: number) => setShown((all) => all.filter((toast) => toast.id !== id)), []);
  const show = useMemo(() => {
    let next = 1;
    return (toast: ToastInput): void => {
      const id = next;
      next += 1;
      // the newest three: more would hide the page
      setShown((all) => [...all, { ...toast, id }].slice(-3));
    };
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {shown.map((toast) => (
          <ToastItem key={toast.id} toast={toast} onClose={close} />
        ))}
      </div>
    </ToastContext>
  );
}

function ToastItem({ toast, onClose }: { readonly toast: Shown; readonly onClose: (id: number) => void }) {
  const { common } = useTexts();
  const { id, text, act } = toast;
  useEffect(() => {
    const timer = setTimeout(() => onClose(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, onClose]);
  const run = (): void => {
    onClose(id);
    act?.onAct();
  };
  return (
    <div className="toast">
      <span className="grow">{text}</span>
      {act === undefined ? null : <Button onPress={run}>{act.label}</Button>}
      <IconButton label={common.close} onPress={() => onClose(id)}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
