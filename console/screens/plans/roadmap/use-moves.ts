import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Schemas, unwrap, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';
import { placesAfter } from './moves.ts';

type Item = Schemas['RoadmapItem'];
interface Change {
  readonly id: number;
  readonly body: Schemas['RoadmapPatch'];
}

export interface Moves {
  /** One step within the column. */
  readonly step: (column: readonly Item[], index: number, by: -1 | 1) => void;
  readonly moveTo: (item: Item, status: Item['status']) => void;
  /** The item that was moved last, which takes the focus at its new place. */
  readonly moved: number | null;
  readonly error: unknown;
}

/** Moves items of the board, and says where they are now. */
export function useMoves(): Moves {
  const { roadmap, common } = useTexts();
  const toast = useToast();
  const { mutate, error, data } = useChanges();
  const step: Moves['step'] = (column, index, by) => {
    const item = column[index];
    if (item === undefined) return;
    const changes = placesAfter(column, index, index + by).map(({ id, position }) => ({ id, body: { position } }));
    mutate({ item: item.id, changes }, { onSuccess: () => toast({ text: roadmap.movedUp(item.title, index + by + 1) }) });
  };
  const moveTo: Moves['moveTo'] = ({ id, title, status: before, position }, status) => {
    const undo = (): void => mutate({ item: id, changes: [{ id, body: { status: before, position } }] });
    const text = roadmap.movedTo(title, roadmap.statuses[status]);
    mutate(
      { item: id, changes: [{ id, body: { status } }] },
      { onSuccess: () => toast({ text, act: { label: common.undo, onAct: undo } }) },
    );
  };
  return { step, moveTo, error, moved: data ?? null };
}

/** Writes one change after the other; answers the item that the reader moved. */
function useChanges() {
  const { client } = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ item, changes }: { readonly item: number; readonly changes: readonly Change[] }) => {
      for (const { id, body } of changes) await unwrap(client.PUT('/api/v1/roadmap/{id}', { params: { path: { id } }, body }));
      return item;
    },
    onSettled: () => queries.invalidateQueries(),
  });
}
