import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { unwrap, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';
import { useReadAgain } from '../data.ts';

const UndoDialog = lazy(async () => ({ default: (await import('./undo-dialog.tsx')).UndoDialog }));

interface Done {
  /** The sentence of the toast. */
  readonly text: string;
  /** The part of the app that changed, such as `version:9`; null for the app itself. */
  readonly subject: string | null;
}

const OfferContext = createContext<(id: number) => void>(() => {});

/** The place of the dialog that an undo opens, around the screens of one app. */
export function UndoPlace({ slug, children }: { readonly slug: string; readonly children: ReactNode }) {
  const [id, setId] = useState<number | null>(null);
  return (
    <OfferContext value={setId}>
      {children}
      <Suspense fallback={null}>{id === null ? null : <UndoDialog slug={slug} id={id} onClose={() => setId(null)} />}</Suspense>
    </OfferContext>
  );
}

/** Opens the dialog that undoes a change. */
export function useUndo(): (id: number) => void {
  return use(OfferContext);
}

/** After a change: reads everything again, says what has happened, and offers the way back. */
export function useDone(slug: string): (done: Done) => Promise<void> {
  const { common } = useTexts();
  const { client } = useApi();
  const toast = useToast();
  const undo = useUndo();
  const readAgain = useReadAgain();
  return async ({ text, subject }) => {
    const query = { limit: 1, ...(subject === null ? {} : { subject }) };
    const newest = unwrap(client.GET('/api/v1/admin/apps/{slug}/changes', { params: { path: { slug }, query } }));
    // the change is made: a list that cannot be read now only costs the shortcut
    const [change] = await newest.then(
      ({ data }) => data,
      () => [],
    );
    const act = change?.canUndo ? { act: { label: common.undo, onAct: () => undo(change.id) } } : {};
    toast({ text, ...act });
    await readAgain();
  };
}
