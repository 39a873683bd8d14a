import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../../api.ts';
import { useTexts } from '../../../../i18n/texts.tsx';
import type { Effect } from '../../../../parts/reach.tsx';
import { problemOf } from '../../../../state/problem.ts';
import { useDone } from '../../undo/offer.tsx';
import { FLAG_PLACE, type TaggedFlag, useFlagQuery } from '../data.ts';
import { type Draft, draftOf, patchOf, rebased } from './draft/draft.ts';
import { RestFault } from './draft/rest.ts';

/** The dialog over the form: what the change would do, or that another person was faster. */
type Step = { readonly name: 'review'; readonly effect: Effect } | { readonly name: 'conflict'; readonly latest: TaggedFlag };

const CHANGED_MEANWHILE = 412;

/** The change that a reader types, from the form over the dry run to the write, and the way through another person's change. */
export function useChanges(slug: string, opened: TaggedFlag, onClose: () => void) {
  const [base, setBase] = useState(opened);
  const [draft, setDraft] = useState(() => draftOf(opened.body));
  const [step, setStep] = useState<Step | null>(null);
  const [restFault, setRestFault] = useState<RestFault | null>(null);
  const conflict = useConflict(slug, opened.body.flagKey, (latest) => setStep({ name: 'conflict', latest }));
  const { tryOut, save } = useWrites(slug, { base, onClose, onConflict: conflict.look });

  const review = (wanted: Draft, from: TaggedFlag): void => {
    const patch = patchOrFault(wanted, from);
    setRestFault(patch instanceof RestFault ? patch : null);
    if (patch instanceof RestFault) return;
    tryOut.mutate(requestOf(slug, from, { patch, isDry: true }), { onSuccess: (effect) => setStep({ name: 'review', effect }) });
  };
  const keepMine = (latest: TaggedFlag): void => {
    const onTop = rebased(draft, base.body, latest.body);
    setBase(latest);
    setDraft(onTop);
    setStep(null);
    review(onTop, latest);
  };
  return {
    base,
    draft,
    step,
    restFault,
    tryOut,
    save,
    conflict,
    setDraft,
    back: () => setStep(null),
    review: () => review(draft, base),
    keepMine,
    act: () => save.mutate(requestOf(slug, base, { patch: patchOf(draft, base.body), isDry: false })),
  };
}

interface WriteOptions {
  readonly base: TaggedFlag;
  readonly onClose: () => void;
  readonly onConflict: () => void;
}

function useWrites(slug: string, { base, onClose, onConflict }: WriteOptions) {
  const { flags } = useTexts();
  const api = useApi();
  const done = useDone(slug);
  const { flagKey } = base.body;
  const onError = (error: unknown): void => {
    if (problemOf(error).status === CHANGED_MEANWHILE) onConflict();
  };
  const tryOut = api.dry.useMutation('put', FLAG_PLACE, { onError });
  const save = api.useMutation('put', FLAG_PLACE, {
    onError,
    onSuccess: async () => {
      onClose();
      await done({ text: flags.save.saved(flagKey), subject: `flag:${flagKey}` });
    },
  });
  return { tryOut, save };
}

/** Reads the newest state after a 412. */
function useConflict(slug: string, flagKey: string, onLatest: (latest: TaggedFlag) => void) {
  const queries = useQueryClient();
  const query = useFlagQuery(slug, flagKey);
  const [error, setError] = useState<unknown>(null);
  const look = (): void => {
    setError(null);
    queries.fetchQuery({ queryKey: query.queryKey, queryFn: query.queryFn, staleTime: 0 }).then(onLatest, setError);
  };
  return { error, look };
}

function patchOrFault(draft: Draft, { body }: TaggedFlag): ReturnType<typeof patchOf> | RestFault {
  try {
    return patchOf(draft, body);
  } catch (error) {
    if (error instanceof RestFault) return error;
    throw error;
  }
}

interface Request {
  readonly patch: ReturnType<typeof patchOf>;
  readonly isDry: boolean;
}

function requestOf(slug: string, { body: { flagKey }, tag }: TaggedFlag, { patch, isDry }: Request) {
  const header = tag === null ? {} : { 'If-Match': tag };
  return { params: { path: { slug, flagKey }, query: isDry ? { dryRun: true } : {}, header }, body: patch };
}
