import { type Model, type ModelStatic, Op, type WhereOptions } from 'sequelize';
import { notFound } from '../../errors.ts';
import { methodOf } from '../statements/sequelize-internals.ts';

interface AcrossProjects {
  /** The query is meant to reach the rows of all tenants. */
  acrossProjects?: boolean;
}

declare module 'sequelize' {
  interface Filterable<TAttributes> extends AcrossProjects {}
  interface UpdateOptions<TAttributes> extends AcrossProjects {}
  interface BulkCreateOptions<TAttributes> extends AcrossProjects {}
  interface UpsertOptions<TAttributes> extends AcrossProjects {}
}

/** A row that belongs to one tenant. */
type TenantModel = Model & { id: number | string; projectId: number };

type Wheres = Readonly<Record<string | symbol, unknown>>;
type Check = (args: readonly unknown[], field: string) => boolean;

/** The static methods that all others call (`findOne`, `count`, `sum`, `truncate` …), each with the check of its arguments. */
const CHECKS: Readonly<Record<string, Check>> = {
  findAll: ([options], field) => isBound(options, field),
  aggregate: ([, , options], field) => isBound(options, field),
  update: ([, options], field) => isBound(options, field),
  increment: ([, options], field) => isBound(options, field),
  destroy: ([options], field) => isBound(options, field),
  restore: ([options], field) => isBound(options, field),
  bulkCreate: ([rows, options], field) =>
    isAcrossProjects(options) || (Array.isArray(rows) && rows.every((row) => namesProject(row, field))),
  upsert: ([row, options], field) => isAcrossProjects(options) || namesProject(row, field),
};

/**
 * A tripwire behind the look-ups: each query of the model must name one project, `where: { projectId: 7, … }`, or say
 * `acrossProjects: true`. Otherwise it throws: the client gets a 500, never another tenant's row. An instance writes and reloads the
 * row of its project only. Rows that an `include` joins are not checked; `TenantTables` checks raw statements.
 */
export function guardTenancy(model: ModelStatic<Model>): void {
  const field = model.getAttributes()['projectId']?.field ?? 'project_id';
  for (const [method, check] of Object.entries(CHECKS)) {
    const unguarded = methodOf(model, method, `Model.${method}`);
    const guarded = async function (this: unknown, ...args: unknown[]): Promise<unknown> {
      if (!check(args, field))
        throw new Error(`${model.name}.${method} names no project; if it means all of them, say acrossProjects: true.`);
      return Reflect.apply(unguarded, this, args);
    };
    Object.defineProperty(model, method, { value: guarded, configurable: true, writable: true });
  }
  bindInstances(model, field);
}

/** The row of this project, or 404 `<thing>_not_found`: another tenant's row is as absent as none. */
export async function findInProject<M extends TenantModel>(
  model: ModelStatic<M>,
  projectId: number,
  id: M['id'],
  thing: string,
): Promise<M> {
  const where: WhereOptions = { id, projectId };
  const found = await model.findOne({ where });
  if (found === null) throw notFound(thing);
  return found;
}

/**
 * The condition for the rows with these ids in the project. It names the project by a range: for five ids or more SQLite would prefer an
 * index that begins with the project to the primary key, and read every row of the project.
 */
export function withIds<I extends number | string>(projectId: number, ids: readonly I[]) {
  return { projectId: { [Op.between]: [projectId, projectId] as [number, number] }, id: [...ids] };
}

/** Sequelize writes and reloads an instance by its primary key alone. */
function bindInstances(model: ModelStatic<Model>, field: string): void {
  const byKey = methodOf(model.prototype, 'where', 'Model.prototype.where');
  const byKeyAndProject = function (this: Model, ...args: unknown[]): unknown {
    const where: unknown = Reflect.apply(byKey, this, args);
    const projectId = this.previous('projectId');
    return projectId === undefined ? where : { ...(where as Wheres), [field]: projectId };
  };
  Object.defineProperty(model.prototype, 'where', { value: byKeyAndProject, configurable: true, writable: true });
}

function isBound(options: unknown, field: string): boolean {
  return isAcrossProjects(options) || (isObject(options) && namesProject(options['where'], field));
}

function isAcrossProjects(options: unknown): boolean {
  return isObject(options) && options['acrossProjects'] === true;
}

/** One project, by number: a list, a comparison or an `Op.or` could name others. */
function namesProject(where: unknown, field: string): boolean {
  if (!isObject(where)) return false;
  if (isOneNumber(where['projectId']) || isOneNumber(where[field])) return true;
  return [where[Op.and] ?? []].flat().some((part) => namesProject(part, field));
}

function isOneNumber(value: unknown): boolean {
  if (typeof value === 'number') return true;
  const range = isObject(value) ? value[Op.between] : null;
  return Array.isArray(range) && range.length === 2 && typeof range[0] === 'number' && range[0] === range[1];
}

function isObject(value: unknown): value is Wheres {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
