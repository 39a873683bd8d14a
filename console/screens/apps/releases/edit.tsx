import { useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Differences } from '../../../parts/differences.tsx';
import { Reach } from '../../../parts/reach.tsx';
import { faultsByField, problemOf } from '../../../state/problem.ts';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { ChangedMeanwhile } from '../changed-meanwhile.tsx';
import { ALWAYS_FRESH, type Release, useReleases } from '../data.ts';
import { useDone } from '../undo/offer.tsx';
import { changesOf, draftOf, type ReleaseDraft } from './draft.ts';
import { PLACE, type TaggedRelease } from './read-release.ts';
import { MoreFields, NotesFields, UrgencyFields } from './release-form.tsx';
import { locksOut } from './severity.ts';

interface EditProps {
  readonly slug: string;
  readonly opened: TaggedRelease;
  /** Reads the release as it is now. */
  readonly readNow: () => Promise<TaggedRelease>;
  readonly onClose: () => void;
}

/** Changes a release: the form, then whom it reaches. A change of another person meanwhile is shown before it is built upon. */
export function EditDialog({ slug, opened, readNow, onClose }: EditProps) {
  const [draft, setDraft] = useState(() => draftOf(opened.body));
  const [base, setBase] = useState(opened);
  const [theirs, setTheirs] = useState<TaggedRelease | null>(null);
  const [isTrying, tryIt] = useState(false);
  const { releases } = useTexts();
  const list = useReleases(slug).data ?? [];
  const changes = changesOf(opened.body, draft);
  const { dryRun, write } = useEdit({ slug, base, changes, isTrying, onClose, onStale: () => void readNow().then(setTheirs) });
  const goOn = (): void => {
    if (theirs !== null) setBase(theirs);
    setTheirs(null);
    write.reset();
  };
  if (!isTrying || dryRun.error) {
    const change = (changed: Partial<ReleaseDraft>): void => {
      tryIt(false);
      setDraft({ ...draft, ...changed });
    };
    const error = isTrying ? dryRun.error : null;
    return (
      <EditForm
        release={base.body}
        draft={draft}
        error={error}
        onChange={change}
        onTry={() => tryIt(Object.keys(changes).length > 0)}
        onClose={onClose}
      />
    );
  }
  const { before = null, after = null } = dryRun.data ?? {};
  return (
    <ActDialog
      title={releases.editTitle(base.body.versionName)}
      act={releases.editAct(base.body.versionName)}
      {...(locksOut(list, before, after) ? { typed: slug } : {})}
      dryRun={theirs === null ? dryRun : { ...dryRun, data: undefined }}
      renderEffect={(effect) => <EditEffect effect={effect} />}
      state={theirs === null ? write : { ...write, error: null }}
      onAct={write.run}
      onClose={() => tryIt(false)}
    >
      {theirs === null ? null : <ChangedMeanwhile before={base.body} now={theirs.body} onGoOn={goOn} />}
    </ActDialog>
  );
}

interface EditInput {
  readonly slug: string;
  readonly base: TaggedRelease;
  readonly changes: Schemas['VersionPatch'];
  readonly isTrying: boolean;
  readonly onClose: () => void;
  readonly onStale: () => void;
}

function useEdit({ slug, base, changes, isTrying, onClose, onStale }: EditInput) {
  const { releases } = useTexts();
  const api = useApi();
  const done = useDone(slug);
  const { id, versionName } = base.body;
  const path = { slug, id };
  const ask = { params: { path, query: { dryRun: true } }, body: changes };
  const dryRun = api.dry.useQuery('put', PLACE, ask, { ...ALWAYS_FRESH, enabled: isTrying });
  const write = api.useMutation('put', PLACE, {
    onSuccess: async () => {
      onClose();
      await done({ text: releases.edited(versionName), subject: `version:${id}` });
    },
    onError: (error) => {
      if (problemOf(error).status === 412) onStale();
    },
  });
  const header = base.tag === null ? {} : { header: { 'If-Match': base.tag } };
  const { isPending, error, reset } = write;
  return { dryRun, write: { isPending, error, reset, run: () => write.mutate({ params: { path, ...header }, body: changes }) } };
}

function EditEffect({ effect }: { readonly effect: Schemas['ReleasePreview'] }) {
  const { history } = useTexts();
  const [before, after] = [effect.before, effect.after].map((release) => release && { ...release });
  return (
    <>
      <Differences before={before ?? null} after={after ?? null} names={history.fields} />
      <Reach effect={effect} kind="release" />
    </>
  );
}

interface EditFormProps {
  readonly release: Release;
  readonly draft: ReleaseDraft;
  readonly error: unknown;
  readonly onChange: (changes: Partial<ReleaseDraft>) => void;
  readonly onTry: () => void;
  readonly onClose: () => void;
}

function EditForm({ release, draft, error, onChange, onTry, onClose }: EditFormProps) {
  const { releases } = useTexts();
  const fields = { draft, faults: faultsByField(error), onChange };
  return (
    <FormDialog
      title={releases.editTitle(release.versionName)}
      act={releases.tryFirst}
      onSubmit={onTry}
      onClose={onClose}
      state={{ isPending: false, error }}
      isWide
    >
      <NotesFields {...fields} />
      <UrgencyFields {...fields} />
      <MoreFields {...fields} />
    </FormDialog>
  );
}
