import type { MouseEvent, ReactNode } from 'react';

/** `primary` once on a screen; `danger` for what takes something away; `severe` inside the dialog that does it. */
export type ButtonLook = 'normal' | 'primary' | 'danger' | 'severe' | 'plain' | 'link';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  readonly look?: ButtonLook;
  readonly type?: 'button' | 'submit';
  /** The id of the form that it submits, where it is outside of it. */
  readonly form?: string;
  readonly isDisabled?: boolean;
  /** While the act runs: the button keeps its focus and does nothing. */
  readonly isPending?: boolean;
  readonly autoFocus?: boolean;
  /** The name, where the text alone does not say what the button acts on. */
  readonly label?: string;
  /** The key that does the same, shown on the button. */
  readonly shortcut?: string;
}

/** A button that names its act. The browser's own: the first screen needs no more, and it is a part of every screen. */
export function Button({ children, look = 'normal', shortcut, ...rest }: ButtonProps) {
  return (
    <button className={`button ${look}`} {...native(rest)}>
      {children}
      {shortcut === undefined ? null : <span className="key" data-key={shortcut} />}
    </button>
  );
}

/** A button that is one icon; `label` is its name. */
export function IconButton({ children, look = 'plain', ...rest }: ButtonProps & { readonly label: string }) {
  return (
    <button className={`button icon ${look}`} {...native(rest)}>
      {children}
    </button>
  );
}

type NativeProps = Omit<ButtonProps, 'children' | 'look' | 'shortcut'>;

function native({ onPress, type = 'button', form, isDisabled = false, isPending = false, autoFocus, label }: NativeProps) {
  const press = (event: MouseEvent): void => {
    if (isPending) event.preventDefault();
    else onPress?.();
  };
  return {
    type,
    form,
    disabled: isDisabled,
    'aria-disabled': isPending || undefined,
    'aria-label': label,
    autoFocus: autoFocus ?? false,
    onClick: press,
  };
}

interface OutsideLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link out of the console: it opens a new tab and does not tell that page where it comes from. */
export function OutsideLink({ href, children }: OutsideLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
