import { useTexts } from '../../i18n/texts.tsx';
import { Differences } from '../../parts/differences.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/layout/pieces.tsx';

interface ChangedMeanwhileProps {
  /** The thing as the reader opened it, and as it is now. */
  readonly before: object;
  readonly now: object;
  readonly onGoOn: () => void;
}

/** Shows what another person has changed since the form was opened, and asks whether to go on. */
export function ChangedMeanwhile({ before, now, onGoOn }: ChangedMeanwhileProps) {
  const { apps, history } = useTexts();
  return (
    <Notice tone="warn" title={apps.changedSince} act={<Button onPress={onGoOn}>{apps.keepMine}</Button>}>
      <div className="stack">
        {apps.changedSinceHint}
        <Differences before={{ ...before }} after={{ ...now }} names={history.fields} />
      </div>
    </Notice>
  );
}
