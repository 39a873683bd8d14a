import { useEffect, useEffectEvent } from 'react';
import { usePreferences } from './preferences-context.tsx';

/** Keys by their place on the keyboard (`KeyA`, `Slash`, `Shift+Slash`), because an Arabic layout gives other letters. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** Single keys of a screen. They are off while the reader types or has a dialog open, and for readers who switched them off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const { hasShortcuts } = usePreferences().preferences;
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = shortcuts[event.shiftKey ? `Shift+${event.code}` : event.code];
    if (act === undefined || !isPlain(event) || isTyping(event.target) || isDialogOpen()) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!hasShortcuts) return;
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [hasShortcuts]);
}

/** A key together with Ctrl or Cmd, which stays on at all times. */
export function useControlKey(code: string, act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== code || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

// a key that is held down acts once: the next thing has not been read yet
function isPlain(event: KeyboardEvent): boolean {
  return !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented && !event.isComposing;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select');
}

function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}
