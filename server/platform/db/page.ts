import { IndexHints, literal, type Model, type ModelStatic, type OrderItem, type WhereOptions } from 'sequelize';

export interface PageQuery {
  /** Names the project; every other column is in an index. */
  readonly where: Readonly<Record<string | symbol, unknown>>;
  /** Columns with directions, in the order of an index; the last one is unique. */
  readonly order: readonly (readonly [column: string, direction: 'ASC' | 'DESC'])[];
  /** How many rows `where` finds. */
  readonly total: number;
  /** `where` leaves few rows, such as those of one author: they are found first and then sorted. */
  readonly isSelective?: boolean;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

type Row = Model & { readonly id: number | string; readonly projectId: number };

/**
 * The rows of one page, in order. The index alone finds their ids, from the nearer end of the list, so that a deep page reads no
 * earlier row; then the rows are read by id. A page behind the last one is empty and costs no query.
 */
export async function findPage<M extends Row>(
  model: ModelStatic<M>,
  { where, order, total, isSelective = false, page, limit }: PageQuery,
): Promise<M[]> {
  const start = (page - 1) * limit;
  const size = Math.min(limit, total - start);
  if (size <= 0) return [];
  const fromEnd = start + size > total / 2 && start > 0;
  const offset = fromEnd ? total - start - size : start;
  const sorting = order.map(
    ([column, direction]): OrderItem => [
      isSelective && column !== 'id' ? unindexed(model, column) : column,
      fromEnd ? REVERSED[direction] : direction,
    ],
  );
  const found = await model.findAll({
    attributes: ['id'],
    where: where as WhereOptions,
    order: sorting,
    limit: size,
    offset,
    indexHints: IGNORE_PRIMARY,
  });
  return findInOrder(
    model,
    where['projectId'] as number,
    (fromEnd ? found.toReversed() : found).map(({ id }) => id),
  );
}

/** A unary + avoids the index-order scan that SQLite would choose. */
function unindexed(model: ModelStatic<Row>, column: string): ReturnType<typeof literal> {
  return literal(`+\`${model.getAttributes()[column as 'id']?.field ?? column}\``);
}

/** Newest first, MySQL would scan the primary key backwards through the rows of all projects. */
const IGNORE_PRIMARY = [{ type: IndexHints.IGNORE, values: ['PRIMARY'] }];

const REVERSED = { ASC: 'DESC', DESC: 'ASC' } as const;

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
