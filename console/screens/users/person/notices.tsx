import type { Schemas } from '../../../api.ts';
import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { ExactTime } from '../../../ui/data/time.tsx';
import { Notice } from '../../../ui/layout/pieces.tsx';
import { Failure } from '../../../ui/layout/states.tsx';
import { useUnlock } from './unlock.ts';

/** A state of the account that explains most calls. */
export function StateNotices({ user: { status } }: { readonly user: Schemas['ManagedUser'] }) {
  const { notices } = useTexts().users;
  if (status === 'active') return null;
  if (status === 'suspended') {
    return (
      <Notice tone="danger" title={notices.suspended}>
        {notices.suspendedHint}
      </Notice>
    );
  }
  const [title, hint] = status === 'deleted' ? [notices.erased, notices.erasedHint] : [notices.inactive, notices.inactiveHint];
  return <Notice title={title}>{hint}</Notice>;
}

/** The person has asked to be erased. */
export function DeletionNotice({ deletion }: { readonly deletion: Schemas['UserSecurity']['deletion'] }) {
  const { notices } = useTexts().users;
  const format = useFormat();
  if (deletion === null) return null;
  return (
    <Notice tone="warn" title={notices.leaving}>
      {notices.leavingHint(format.date(deletion.requestedAt), format.date(deletion.deletesAt))}
    </Notice>
  );
}

/** The locks in force, with the button that lifts them. */
export function LockNotice({ id, locks }: { readonly id: string; readonly locks: Schemas['UserSecurity']['locks'] }) {
  const { notices, access } = useTexts().users;
  const unlock = useUnlock(id);
  if (locks.length === 0) return null;
  const act = (
    <Button look="primary" onPress={unlock.run} isPending={unlock.isPending}>
      {access.unlock}
    </Button>
  );
  return (
    <>
      <Notice tone="warn" title={notices.locked} act={act}>
        {locks.map(({ kind, until }) => (
          <div key={kind}>
            {access.lockKinds[kind]} {access.until} <ExactTime at={until} />
          </div>
        ))}
      </Notice>
      {unlock.error ? <Failure error={unlock.error} /> : null}
    </>
  );
}
