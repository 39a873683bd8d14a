import { IndexHints, literal, type Model, type ModelStatic, type OrderItem, type WhereOptions } from 'sequelize';

export interface PageAsked {
  /** Names the project; nothing that no index leads to. */
  readonly where: Readonly<Record<string | symbol, unknown>>;
  /** Columns with their directions, which an index has in this order, the last one unique. */
  readonly order: readonly (readonly [column: string, direction: 'ASC' | 'DESC'])[];
  /** How many rows `where` finds: from a sum that is kept, or counted. */
  readonly total: number;
  /** `where` leaves few rows, such as those of one author: they are found first and sorted then. */
  readonly few?: boolean;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

type Row = Model & { readonly id: number | string; readonly projectId: number };

/**
 * The rows of one page, in order. The index alone finds their ids, from the nearer end of the list, so that a deep page reads no row
 * before it; then the rows are read by id. A page behind the last one is empty and asks nothing.
 */
export async function findPage<M extends Row>(
  model: ModelStatic<M>,
  { where, order, total, few = false, page, limit }: PageAsked,
): Promise<M[]> {
  const start = (page - 1) * limit;
  const size = Math.min(limit, total - start);
  if (size <= 0) return [];
  const fromEnd = start + size > total / 2 && start > 0;
  const offset = fromEnd ? total - start - size : start;
  const asked = order.map(
    ([column, direction]): OrderItem => [
      few && column !== 'id' ? unindexed(model, column) : column,
      fromEnd ? OTHER_WAY[direction] : direction,
    ],
  );
  const found = await model.findAll({
    attributes: ['id'],
    where: where as WhereOptions,
    order: asked,
    limit: size,
    offset,
    indexHints: NOT_BY_ID,
  });
  return findInOrder(
    model,
    where['projectId'] as number,
    (fromEnd ? found.toReversed() : found).map(({ id }) => id),
  );
}

/** Else SQLite would walk the project's rows in the order of the column, in the hope that those asked for come soon. */
function unindexed(model: ModelStatic<Row>, column: string): ReturnType<typeof literal> {
  return literal(`+\`${model.getAttributes()[column as 'id']?.field ?? column}\``);
}

/** Newest first, MySQL would rather read whole rows back from the last of all projects, in the hope that those asked for come soon. */
const NOT_BY_ID = [{ type: IndexHints.IGNORE, values: ['PRIMARY'] }];

const OTHER_WAY = { ASC: 'DESC', DESC: 'ASC' } as const;

/** The rows of these ids that are still there, in the order of the ids. */
export async function findInOrder<M extends Row>(
  model: ModelStatic<M>,
  projectId: number,
  ids: readonly (number | string)[],
): Promise<M[]> {
  if (ids.length === 0) return [];
  const rows = await model.findAll({ where: { projectId, id: [...ids] } as WhereOptions });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}
