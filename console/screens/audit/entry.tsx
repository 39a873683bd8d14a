import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api.ts';
import { type Texts, useTexts } from '../../i18n/texts.tsx';
import { Differences } from '../../parts/differences.tsx';
import { Time } from '../../ui/data/time.tsx';
import { Code } from '../../ui/layout/pieces.tsx';
import { flatten } from './fields.ts';

type AuditRow = Schemas['AuditEntry'];

/** An act that creates something has many fields; the others wait behind a button. */
const SHOWN_FIELDS = 4;

/** One act: its actor, the act itself, its thing, and the changed fields. */
export function Entry({ row }: { readonly row: AuditRow }) {
  const { audit, auditActs } = useTexts();
  const { action, subject, target, reason, before, after } = row;
  return (
    <li>
      <div className="act">
        <Actor row={row} />{' '}
        <Link to="." search={(now) => ({ ...now, action })} className="quiet">
          {nameOfAct(auditActs, action)}
        </Link>{' '}
        <Link to="." search={(now) => ({ ...now, subject })} className="quiet code">
          {subject}
        </Link>
        {target === null ? null : (
          <>
            {' '}
            <Link to="." search={(now) => ({ ...now, subject, target })} className="quiet code">
              {target}
            </Link>
          </>
        )}
      </div>
      <span className="when small muted">
        <Time at={row.at} />
      </span>
      <div className="what">
        {reason === null ? null : (
          <p>
            <bdi dir="auto">{audit.reason(reason)}</bdi>
          </p>
        )}
        <Fields before={before} after={after} />
        <Origin row={row} />
      </div>
    </li>
  );
}

function Actor({ row: { actor, actorName } }: { readonly row: AuditRow }) {
  const { audit } = useTexts();
  const name = actorName ?? spokenActor(actor, audit);
  return (
    <Link to="." search={(now) => ({ ...now, actor })} className="quiet actor" title={actor}>
      {name === actor ? <Code>{actor}</Code> : <bdi>{name}</bdi>}
    </Link>
  );
}

function Fields({ before, after }: Pick<AuditRow, 'before' | 'after'>) {
  if (before === null && Object.keys(after ?? {}).length === 0) return null;
  return <Differences before={before && flatten(before)} after={after && flatten(after)} shown={SHOWN_FIELDS} />;
}

function Origin({ row: { action, actor, address, requestId } }: { readonly row: AuditRow }) {
  const { audit, common } = useTexts();
  return (
    <p className="origin small muted">
      <Code>{action}</Code>
      <Code>{actor}</Code>
      {address === null ? null : <bdi>{audit.address(address)}</bdi>}
      {requestId === null ? null : (
        <span>
          {common.requestId} <Code>{requestId}</Code>
        </span>
      )}
    </p>
  );
}

/** The act in words; one that this console does not know yet, by its name. */
export function nameOfAct(acts: Texts['auditActs'], action: string): string {
  return isKnown(acts, action) ? acts[action] : action;
}

function isKnown(acts: Texts['auditActs'], action: string): action is keyof Texts['auditActs'] {
  return Object.hasOwn(acts, action);
}

function spokenActor(actor: string, { anonymous, system }: Texts['audit']): string {
  if (actor === 'anonymous') return anonymous;
  return actor.startsWith('system:') ? `${system} (${actor.slice('system:'.length)})` : actor;
}
