import assert from 'node:assert/strict';
import { Model, QueryInterface, type Sequelize, type Transaction } from 'sequelize';
import { initModels } from '../../../../models/index.ts';
import type { Database } from '../../../../server/platform/db/database.ts';
import { StartError } from '../../../../server/platform/start-error.ts';
import { openDatabaseAt } from '../../../support/databases/scratch-database.ts';

/** Nothing listens there; the check needs no server. */
const URL = 'mysql://diwan:secret@127.0.0.1:1/diwan';

interface Change {
  readonly owner: object;
  readonly name: string;
  readonly value?: unknown;
}

describe('the check of Sequelize at the start', () => {
  let db: Database;

  before(() => {
    db = openDatabaseAt(URL);
  });
  after(() => db.close());

  /** Opens a database while one property of Sequelize is another one. */
  const openWith = ({ owner, name, value }: Change): void => {
    const before = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
    try {
      void openDatabaseAt(URL, { initModels }).close();
    } finally {
      if (before === undefined) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, name, before);
    }
  };
  const refuses = (change: Change, difference: string): void => {
    const message = new RegExp(`^Sequelize 6\\.[\\d.]+ is not as Diwan needs it, because ${difference}: install .* with npm ci\\.$`);
    assert.throws(
      () => openWith(change),
      (error) => error instanceof StartError && message.test(error.message),
      difference,
    );
  };
  const parentOf = (value: object): object => Object.getPrototypeOf(value);

  it('accepts the version that is installed', () => openWith({ owner: {}, name: 'unused' }));

  it('misses every method that is called or replaced', () => {
    const manager = parentOf(parentOf(db.sequelize.connectionManager));
    const missing: [owner: object, name: string, label: string][] = [
      ...['startTransaction', 'commitTransaction', 'rollbackTransaction'].map((name): [object, string, string] => [
        QueryInterface.prototype,
        name,
        `queryInterface.${name}`,
      ]),
      [manager, 'getConnection', 'connectionManager.getConnection'],
      [manager, 'releaseConnection', 'connectionManager.releaseConnection'],
      [parentOf(db.sequelize), 'query', 'query'],
      [parentOf(Reflect.get(db.sequelize, 'dialect')), 'Query', 'dialect.Query'],
      [Model, 'findAll', 'Model.findAll'],
      [Model.prototype, 'where', 'Model.prototype.where'],
    ];
    for (const [owner, name, label] of missing) refuses({ owner, name }, `it has no ${label}`);
  });

  it('misses the counts of the pool', () => {
    const pool: object = Reflect.get(db.sequelize.connectionManager, 'pool');
    refuses({ owner: parentOf(pool), name: 'waiting' }, 'its pool has no waiting');
  });

  it('refuses transactions that pass over the replaced query', () => {
    const value = async (): Promise<void> => {};
    refuses({ owner: QueryInterface.prototype, name: 'startTransaction', value }, 'its transactions send COMMIT; ROLLBACK;');
  });

  it('refuses transactions that end by another statement', () => {
    const value = async function (this: { sequelize: Sequelize }, transaction: Transaction): Promise<void> {
      Object.assign(transaction, { finished: 'commit' });
      await this.sequelize.query('END;');
    };
    const difference = 'its transactions send START TRANSACTION; END; ROLLBACK;';
    refuses({ owner: QueryInterface.prototype, name: 'commitTransaction', value }, difference);
  });

  it('refuses transactions that hide how they ended', () => {
    const value = async function (this: { sequelize: Sequelize }): Promise<void> {
      await this.sequelize.query('COMMIT;');
    };
    refuses({ owner: QueryInterface.prototype, name: 'commitTransaction', value }, 'its transactions do not say how they ended');
  });
});
