import { useEffect, useRef } from 'react';
import type { Schemas } from '../../../api.ts';
import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { Menu, type MenuGroup } from '../../../ui/controls/menu.tsx';
import { MoreIcon } from '../../../ui/layout/icons.tsx';
import { Chip } from '../../../ui/layout/pieces.tsx';
import { STATUSES } from './moves.ts';

type Item = Schemas['RoadmapItem'];

interface ItemCardProps {
  readonly item: Item;
  readonly place: { readonly index: number; readonly last: number };
  readonly isMoved: boolean;
  readonly onStep: (by: -1 | 1) => void;
  readonly onMove: (status: Item['status']) => void;
  readonly onOpen: (kind: 'edit' | 'delete') => void;
}

/** One item of the board, with its menu. */
export function ItemCard(props: ItemCardProps) {
  const { item, isMoved } = props;
  const { roadmap } = useTexts();
  const card = useRef<HTMLLIElement>(null);
  const groups = useGroups(props);
  const { status, position } = item;
  useEffect(() => {
    // the browser drops the focus of an element that moves
    if (isMoved) card.current?.querySelector('button')?.focus();
  }, [isMoved, status, position]);
  return (
    <li ref={card} className="card board-item">
      <div className="line">
        <h3 className="grow" dir="auto">
          {item.title}
        </h3>
        <Menu look="plain" isIcon label={roadmap.actsFor(item.title)} groups={groups}>
          <MoreIcon />
        </Menu>
      </div>
      {item.description === null ? null : (
        <p className="small muted board-text" dir="auto">
          {item.description}
        </p>
      )}
      <Notes item={item} />
    </li>
  );
}

function Notes({ item: { category, targetDate, postId } }: { readonly item: Item }) {
  const { roadmap } = useTexts();
  const format = useFormat();
  if (category === null && targetDate === null && postId === null) return null;
  return (
    <div className="line wrap">
      {category === null ? null : (
        <Chip>
          <bdi>{category}</bdi>
        </Chip>
      )}
      {targetDate === null ? null : <span className="small muted">{roadmap.due(format.date(`${targetDate}T12:00`))}</span>}
      {postId === null ? null : <span className="small muted">{roadmap.post(postId)}</span>}
    </div>
  );
}

function useGroups({ item, place, onStep, onMove, onOpen }: ItemCardProps): readonly MenuGroup[] {
  const { roadmap } = useTexts();
  const others = STATUSES.filter((status) => status !== item.status);
  return [
    {
      id: 'move',
      heading: roadmap.moveTo,
      acts: [
        { id: 'up', label: roadmap.up, onAct: () => onStep(-1), isDisabled: place.index === 0 },
        { id: 'down', label: roadmap.down, onAct: () => onStep(1), isDisabled: place.index === place.last },
        ...others.map((status) => ({ id: status, label: roadmap.statuses[status], onAct: () => onMove(status) })),
      ],
    },
    {
      id: roadmap.edit,
      acts: [
        { id: 'edit', label: roadmap.edit, onAct: () => onOpen('edit') },
        { id: 'delete', label: roadmap.remove, onAct: () => onOpen('delete'), isDanger: true },
      ],
    },
  ];
}
