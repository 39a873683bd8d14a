import { lazy, Suspense, useState } from 'react';
import { ChevronIcon } from '../layout/icons.tsx';
import type { MenuProps } from './menu-props.ts';

export type { MenuGroup } from './menu-props.ts';

const OpenMenu = lazy(async () => ({ default: (await import('./open-menu.tsx')).OpenMenu }));

/** A button that opens a list of acts. The list is downloaded when it is first opened. */
export function Menu(props: MenuProps) {
  const { children, label, look = 'normal', isIcon = false } = props;
  const [isWanted, want] = useState(false);
  const closed = (
    <button
      type="button"
      className={`button ${look} ${isIcon ? 'icon' : ''}`}
      aria-haspopup="menu"
      onClick={() => want(true)}
      aria-label={label}
    >
      {children}
      {isIcon ? null : <ChevronIcon />}
    </button>
  );
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenMenu {...props} />
    </Suspense>
  );
}
