import { useTexts } from '../../i18n/texts.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { LastAct } from './item/acts.tsx';
import { mayHide } from './triage/entry.ts';
import { useNames } from './triage/names.ts';
import type { Triage } from './triage/use-triage.ts';

interface ManyProps {
  readonly triage: Triage;
  readonly onReject: () => void;
}

/** One decision on all that is selected. */
export function Many({ triage, onReject }: ManyProps) {
  const { moderation } = useTexts();
  const names = useNames();
  const { chosen, decide, decisions, select } = triage;
  const things = names.many(chosen);
  return (
    <section className="card item many" aria-labelledby="many-heading">
      <header>
        <h2 id="many-heading">{moderation.selected(things)}</h2>
        <Button look="link" onPress={() => select([])}>
          {moderation.unselect}
        </Button>
      </header>
      <p className="body muted">{moderation.decideOnce}</p>
      <div className="acts-bar">
        <div className="acts-row">
          <Button look="primary" shortcut="A" onPress={() => decide('approve')}>
            {moderation.approveMany(things)}
          </Button>
          <Button look="danger" shortcut="R" onPress={onReject}>
            {moderation.rejectMany(things)}…
          </Button>
          {mayHide(chosen) ? (
            <Button shortcut="H" onPress={() => decide('hide')}>
              {moderation.hideMany(things)}
            </Button>
          ) : null}
        </div>
        <LastAct decisions={decisions} />
      </div>
    </section>
  );
}
