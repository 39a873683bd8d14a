import {
  DataTypes,
  IndexHints,
  type InferAttributes,
  literal,
  type Model,
  type ModelStatic,
  Op,
  type OrderItem,
  type WhereOptions,
} from 'sequelize';
import { asDate } from '../statements/sql.ts';
import { withIds } from '../tenancy/models.ts';

export interface PageQuery {
  /** Names the project; every other column is in an index. */
  readonly where: Readonly<Record<string | symbol, unknown>>;
  /** Columns with directions, in the order of an index; the last one is unique. */
  readonly order: readonly (readonly [column: string, direction: 'ASC' | 'DESC'])[];
  /** How many rows `where` finds. */
  readonly total: number;
  /** `where` leaves few rows, such as those of one author: they are found first and then sorted. */
  readonly isSelective?: boolean;
  /**
   * Ascending ids of rows that `where` finds, but which the list does not show and `total` does not count. The list must be in the order of
   * ids.
   */
  readonly leftOut?: readonly number[];
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

type Row = Model & { readonly id: number | string; readonly projectId: number };

/** The fields of a row, without the methods of its model: a page is only read, and an instance costs several times the CPU time. */
export type PlainRow<M extends Model> = Readonly<InferAttributes<M>>;

/**
 * The rows of one page, in order. The index alone finds their ids, from the nearer end of the list, so that a deep page reads no
 * earlier row; then the rows are read by id. A page behind the last one is empty and costs no query.
 */
export async function findPage<M extends Row>(
  model: ModelStatic<M>,
  { where, order, total, isSelective = false, leftOut = [], page, limit }: PageQuery,
): Promise<PlainRow<M>[]> {
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
  const rows = { where, order: sorting };
  const found =
    leftOut.length === 0
      ? await findIds(model, { ...rows, offset, limit: size })
      : await pageIdsOf(model, { ...rows, offset, limit: size, leftOut });
  return findInOrder(model, where['projectId'] as number, fromEnd ? found.toReversed() : found);
}

/** Rows that are read in addition, since some of the next rows are left out too. */
const SPARE = 100;

interface IdQuery {
  readonly where: PageQuery['where'];
  readonly order: OrderItem[];
  readonly offset: number;
  readonly limit: number;
}

async function findIds(model: ModelStatic<Row>, { where, order, offset, limit }: IdQuery): Promise<Row['id'][]> {
  const found = await model.findAll({
    attributes: ['id'],
    where: where as WhereOptions,
    order,
    limit,
    offset,
    indexHints: IGNORE_PRIMARY,
    raw: true,
  });
  return found.map(({ id }) => id);
}

/**
 * The ids of a page without the rows that are left out. Unless the page is the first, the row at its offset among all rows is read first.
 * The page then begins later, by the number of rows before that one that are left out.
 */
async function pageIdsOf(
  model: ModelStatic<Row>,
  { where, order, offset, limit, leftOut }: IdQuery & { readonly leftOut: readonly number[] },
): Promise<Row['id'][]> {
  const [first] = offset === 0 ? [] : await findIds(model, { where, order, offset, limit: 1 });
  if (first === undefined && offset > 0) return [];
  const isAscending = (order[0] as readonly string[])[1] === 'ASC';
  const isBefore = (id: number): boolean => (isAscending ? id < Number(first) : id > Number(first));
  const beside = new Set<Row['id']>(leftOut);
  const passed = offset === 0 ? 0 : leftOut.filter(isBefore).length;
  const ids: Row['id'][] = [];
  let from: object = first === undefined ? {} : { id: { [isAscending ? Op.gte : Op.lte]: first } };
  for (let count = passed + limit + SPARE; ; count *= 2) {
    const chunk = await findIds(model, { where: { ...where, ...from }, order, offset: 0, limit: count });
    ids.push(...chunk.filter((id) => !beside.has(id)));
    if (ids.length >= passed + limit || chunk.length < count) return ids.slice(passed, passed + limit);
    from = { id: { [isAscending ? Op.gt : Op.lt]: chunk.at(-1) } };
  }
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
): Promise<PlainRow<M>[]> {
  if (ids.length === 0) return [];
  const rows = await findPlain(model, withIds(projectId, ids) as WhereOptions);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found: object[] = ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  // without the methods of the model
  return found as PlainRow<M>[];
}

/** The rows as their model would read them, without instances: only their fields may be used. */
async function findPlain<M extends Row>(model: ModelStatic<M>, where: WhereOptions): Promise<M[]> {
  const rows = await model.findAll({ where, raw: true });
  const [dates, booleans] = [attributesOf(model, DataTypes.DATE), attributesOf(model, DataTypes.BOOLEAN)];
  for (const row of rows) {
    for (const name of dates) convert(row, name, (value) => (typeof value === 'string' ? asDate(value) : value));
    for (const name of booleans) convert(row, name, (value) => (value === null ? null : Number(value) === 1));
  }
  return rows;
}

function convert(row: object, name: string, to: (value: unknown) => unknown): void {
  Reflect.set(row, name, to(Reflect.get(row, name)));
}

function attributesOf(model: ModelStatic<Model>, type: new () => object): string[] {
  return Object.entries(model.getAttributes()).flatMap(([name, attribute]) => (attribute.type instanceof type ? [name] : []));
}
