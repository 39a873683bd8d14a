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
import type { MenuAct, MenuGroup, MenuProps } from './menu-props.ts';

/** A menu that is open at first. */
export function OpenMenu({ children, label, look = 'normal', isIcon = false, groups }: MenuProps) {
  return (
    <MenuTrigger defaultOpen>
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
