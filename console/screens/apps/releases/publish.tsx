import { useState } from 'react';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Reach } from '../../../parts/reach.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { Select } from '../../../ui/controls/choices.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { useNow } from '../../../ui/data/time.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { ALWAYS_FRESH, type Release } from '../data.ts';
import { useDone } from '../undo/offer.tsx';
import { firstSteps, NEW_RELEASE, publicationOf, type ReleaseDraft } from './draft.ts';
import { type FieldsProps, MoreFields, NotesFields, UrgencyFields } from './release-form.tsx';
import { locksOut } from './severity.ts';
import { StepFields, WayField } from './step-fields.tsx';

interface PublishProps {
  readonly slug: string;
  readonly releases: readonly Release[];
  readonly onClose: () => void;
}

const PLACE = '/api/v1/admin/apps/{slug}/versions';

/** Publishes a release: the form, then whom it reaches, then the act. The form keeps its fields when the reader goes back. */
export function PublishDialog({ slug, releases: list, onClose }: PublishProps) {
  const { releases } = useTexts();
  const api = useApi();
  const done = useDone(slug);
  const [draft, setDraft] = useState<ReleaseDraft>(NEW_RELEASE);
  const [isTrying, tryIt] = useState(false);
  const path = { slug };
  const body = publicationOf(draft);
  const dryRun = api.dry.useQuery(
    'post',
    PLACE,
    { params: { path, query: { dryRun: true } }, body },
    { ...ALWAYS_FRESH, enabled: isTrying },
  );
  const write = api.useMutation('post', PLACE, {
    onSuccess: async () => {
      onClose();
      await done({ text: releases.publishedToast(draft.versionName), subject: null });
    },
  });
  const change = (changes: Partial<ReleaseDraft>): void => {
    tryIt(false);
    setDraft({ ...draft, ...changes });
  };
  if (!isTrying || dryRun.error) {
    return (
      <PublishForm
        draft={draft}
        list={list}
        error={isTrying ? dryRun.error : null}
        onChange={change}
        onTry={() => tryIt(true)}
        onClose={onClose}
      />
    );
  }
  // the type of the answer knows the one of a real write too
  const effect = dryRun.data !== undefined && 'reach' in dryRun.data ? dryRun.data : undefined;
  const isSevere = locksOut(list, null, effect?.after ?? null);
  return (
    <ActDialog
      title={releases.publishAct(draft.versionName)}
      act={releases.publishAct(draft.versionName)}
      {...(isSevere ? { typed: slug } : {})}
      dryRun={{ ...dryRun, data: effect }}
      renderEffect={(tried) => <Reach effect={tried} kind="release" />}
      state={write}
      onAct={() => write.mutate({ params: { path }, body })}
      onClose={() => tryIt(false)}
    />
  );
}

interface PublishFormProps {
  readonly draft: ReleaseDraft;
  readonly list: readonly Release[];
  readonly error: unknown;
  readonly onChange: FieldsProps['onChange'];
  readonly onTry: () => void;
  readonly onClose: () => void;
}

function PublishForm({ draft, list, error, onChange, onTry, onClose }: PublishFormProps) {
  const { releases } = useTexts();
  const fields = { draft, faults: faultsByField(error), onChange };
  return (
    <FormDialog
      title={releases.publishTitle}
      act={releases.tryFirst}
      onSubmit={onTry}
      onClose={onClose}
      state={{ isPending: false, error }}
      isWide
    >
      <NameFields {...fields} list={list} />
      {draft.way === 'own' ? <StepFields {...fields} steps={draft.steps} onChange={(steps) => onChange({ steps })} /> : null}
      <NotesFields {...fields} />
      <UrgencyFields {...fields} />
      <MoreFields {...fields} />
    </FormDialog>
  );
}

function NameFields({ draft, faults, onChange, list }: FieldsProps & { readonly list: readonly Release[] }) {
  const { releases, common } = useTexts();
  const { fields } = releases;
  const now = useNow();
  const highest = Math.max(0, ...list.map(({ versionCode }) => versionCode));
  return (
    <div className="form-grid">
      <TextField
        label={fields.versionName}
        value={draft.versionName}
        fault={faults['versionName']}
        onChange={(versionName) => onChange({ versionName: versionName.trim() })}
        maxLength={64}
        dir="ltr"
        isRequired
        autoFocus
      />
      <TextField
        label={fields.versionCode}
        hint={highest === 0 ? undefined : fields.versionCodeHint(highest)}
        value={draft.versionCode}
        fault={faults['versionCode']}
        onChange={(versionCode) => onChange({ versionCode: versionCode.trim() })}
        inputMode="numeric"
        dir="ltr"
        isRequired
      />
      <Select
        label={fields.platform}
        value={draft.platform}
        onChange={(platform) => onChange({ platform })}
        options={[
          { value: 'all', label: releases.allPlatforms },
          { value: 'android', label: common.platforms.android },
          { value: 'ios', label: common.platforms.ios },
        ]}
      />
      <WayField way={draft.way} onChange={(way) => onChange({ way, steps: way === 'own' ? firstSteps(null, now) : [] })} />
      {draft.way === 'percent' ? (
        <TextField
          label={releases.percent}
          value={draft.percent}
          fault={faults['rolloutPercent']}
          onChange={(percent) => onChange({ percent: percent.trim() })}
          inputMode="numeric"
          maxLength={3}
          dir="ltr"
        />
      ) : null}
    </div>
  );
}
