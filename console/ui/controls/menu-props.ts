import type { ReactNode } from 'react';
import type { ButtonLook } from './button.tsx';

export interface MenuAct {
  readonly id: string;
  readonly label: ReactNode;
  readonly onAct: () => void;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
}

/** Acts below one heading, or choices of which one is `selected`. */
export interface MenuGroup {
  readonly id: string;
  readonly heading?: string;
  readonly acts: readonly MenuAct[];
  readonly selected?: string;
}

export interface MenuProps {
  /** The content of the button. */
  readonly children: ReactNode;
  /** The name of the button, where what it shows does not say it. */
  readonly label?: string;
  readonly look?: ButtonLook;
  readonly isIcon?: boolean;
  readonly groups: readonly MenuGroup[];
}
