import type { ReactNode } from 'react';
import { Button as AriaButton, Link as AriaLink } from 'react-aria-components';

/** `primary` once on a screen; `danger` for what takes something away; `severe` inside the dialog that does it. */
export type ButtonLook = 'normal' | 'primary' | 'danger' | 'severe' | 'plain' | 'link';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  readonly look?: ButtonLook;
  readonly type?: 'button' | 'submit';
  readonly isDisabled?: boolean;
  /** While the act runs: the button keeps its focus and does nothing. */
  readonly isPending?: boolean;
  readonly autoFocus?: boolean;
  /** The name, where the text alone does not say what the button acts on. */
  readonly label?: string;
  /** The key that does the same, shown on the button. */
  readonly shortcut?: string;
}

/** A button that names its act. */
export function Button({ children, look = 'normal', label, shortcut, onPress, ...rest }: ButtonProps) {
  return (
    <AriaButton className={`button ${look}`} {...rest} {...named(label)} {...(onPress === undefined ? {} : { onPress })}>
      {children}
      {shortcut === undefined ? null : <span className="key" data-key={shortcut} />}
    </AriaButton>
  );
}

/** A button that is one icon; `label` is its name. */
export function IconButton({ children, label, look = 'plain', onPress, ...rest }: ButtonProps & { readonly label: string }) {
  return (
    <AriaButton className={`button icon ${look}`} aria-label={label} {...rest} {...(onPress === undefined ? {} : { onPress })}>
      {children}
    </AriaButton>
  );
}

interface OutsideLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link out of the console: it opens a new tab and does not tell that page where it comes from. */
export function OutsideLink({ href, children }: OutsideLinkProps) {
  return (
    <AriaLink href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </AriaLink>
  );
}

function named(label: string | undefined): { 'aria-label'?: string } {
  return label === undefined ? {} : { 'aria-label': label };
}
