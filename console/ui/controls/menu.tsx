import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  Menu as AriaMenu,
  Header,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { ChevronIcon } from '../layout/icons.tsx';
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

interface MenuProps {
  /** The content of the button. */
  readonly children: ReactNode;
  /** The name of the button, where what it shows does not say it. */
  readonly label?: string;
  readonly look?: ButtonLook;
  readonly isIcon?: boolean;
  readonly groups: readonly MenuGroup[];
}

/** A button that opens a list of acts. */
export function Menu({ children, label, look = 'normal', isIcon = false, groups }: MenuProps) {
  return (
    <MenuTrigger>
      <AriaButton className={`button ${look} ${isIcon ? 'icon' : ''}`} {...(label === undefined ? {} : { 'aria-label': label })}>
        {children}
        {isIcon ? null : <ChevronIcon />}
      </AriaButton>
      <Popover className="popover">
        <AriaMenu className="menu">{groups.map(group)}</AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function group({ id, heading, acts, selected }: MenuGroup, index: number) {
  const choice = selected === undefined ? {} : { selectionMode: 'single' as const, selectedKeys: [selected] };
  const name = heading === undefined ? { 'aria-label': id } : {};
  return [
    index === 0 ? null : <Separator key={`${id}-line`} className="separator" />,
    <MenuSection key={id} {...choice} {...name}>
      {heading === undefined ? null : <Header className="heading">{heading}</Header>}
      {acts.map(item)}
    </MenuSection>,
  ];
}

function item({ id, label, onAct, isDanger = false, isDisabled = false }: MenuAct) {
  return (
    <MenuItem key={id} id={id} className={isDanger ? 'item danger' : 'item'} onAction={onAct} isDisabled={isDisabled}>
      {label}
    </MenuItem>
  );
}
