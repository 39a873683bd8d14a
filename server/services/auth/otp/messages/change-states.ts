// Raw SQL: one statement reads and locks the messages of a batch of receipts, one for each new state changes them.
import type { Database } from '../../../../platform/db/database.ts';
import { execute, forUpdate, selectRows } from '../../../../platform/db/statements/sql.ts';
import { acrossProjects } from '../../../../platform/db/tenancy/with-tenant.ts';
import { inTransaction } from '../../../../platform/db/transactions/transaction.ts';
import { grows, type MessageState, type Receipt } from '../../../../platform/messaging/receipts/receipt.ts';

export const MESSAGES_TABLE = 'code_messages';

export interface StoredMessage {
  readonly id: number;
  readonly projectId: number;
  readonly messageId: string;
  readonly state: MessageState;
  readonly country: string | null;
  readonly sentAt: Date | string;
}

export interface Change {
  readonly row: StoredMessage;
  readonly before: MessageState;
  readonly state: MessageState;
}

/** Applies receipts of a provider, in any order. `rows` are the messages that they name, `changes` those whose state is new. */
export function changeStates(
  db: Database,
  provider: string,
  { receipts, now }: { readonly receipts: readonly Receipt[]; readonly now: Date },
): Promise<{ rows: readonly StoredMessage[]; changes: readonly Change[] }> {
  return inTransaction(db, async () => {
    const rows = await selectRows<StoredMessage>(
      acrossProjects(db),
      `SELECT id, project_id AS projectId, provider_id AS messageId, state, country, sent_at AS sentAt FROM ${MESSAGES_TABLE}
       WHERE provider = :provider AND provider_id IN (:ids) ORDER BY id${forUpdate(db)}`,
      { provider, ids: [...new Set(receipts.map(({ messageId }) => messageId))] },
    );
    const changes = rows.flatMap((row) => changeOf(row, receipts));
    for (const state of new Set(changes.map((change) => change.state))) {
      const ids = changes.filter((change) => change.state === state).map(({ row }) => row.id);
      const update = `UPDATE ${MESSAGES_TABLE} SET state = :state, changed_at = :now WHERE id IN (:ids)`;
      await execute(acrossProjects(db), update, { state, now, ids });
    }
    return { rows, changes };
  });
}

/** The change by all receipts of a message in a batch; none when they say nothing new. */
function changeOf(row: StoredMessage, receipts: readonly Receipt[]): Change[] {
  let { state } = row;
  for (const receipt of receipts) if (receipt.messageId === row.messageId && grows(state, receipt.state)) state = receipt.state;
  return state === row.state ? [] : [{ row, before: row.state, state }];
}

/** A message that is read was delivered, also where no receipt said so before. */
export function counterOf(before: MessageState, state: MessageState): 'delivered' | 'failed' | null {
  if (state === 'failed') return 'failed';
  const isNew = before === 'queued' || before === 'sent';
  return isNew && (state === 'delivered' || state === 'read') ? 'delivered' : null;
}
