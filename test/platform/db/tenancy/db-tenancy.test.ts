import assert from 'node:assert/strict';
import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, Op, type Sequelize } from 'sequelize';
import type { Database } from '../../../../server/platform/db/database.ts';
import { findInProject, withIds } from '../../../../server/platform/db/tenancy/models.ts';
import { inTransaction } from '../../../../server/platform/db/transactions/transaction.ts';
import { openScratchDatabase } from '../../../support/databases/scratch-database.ts';

class Note extends Model<InferAttributes<Note>, InferCreationAttributes<Note>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  declare text: string;
  declare likes: CreationOptional<number>;
}

function initNote(sequelize: Sequelize): void {
  Note.init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      text: DataTypes.STRING(50),
      likes: { type: DataTypes.INTEGER, defaultValue: 0 },
    },
    { sequelize, tableName: 'notes', timestamps: false },
  );
}

describe('the tenancy tripwire', () => {
  let db: Database;
  let mine: Note;
  let theirs: Note;

  before(async () => {
    db = await openScratchDatabase({ initModels: initNote });
    await db.sequelize.sync();
  });

  beforeEach(async () => {
    await Note.destroy({ where: {}, acrossProjects: true });
    mine = await Note.create({ projectId: 11, text: 'mine' });
    theirs = await Note.create({ projectId: 12, text: 'theirs' });
  });

  after(() => db.close());

  const id = () => theirs.id;
  const everything: Record<string, () => Promise<unknown>> = {
    'findAll()': () => Note.findAll(),
    'findAll by id': () => Note.findAll({ where: { id: id() } }),
    'findAll without hooks': () => Note.findAll(Object.assign({ where: { id: id() } }, { hooks: false })),
    'findAll with a list of projects': () => Note.findAll({ where: { projectId: [11, 12] } }),
    'findAll with a comparison': () => Note.findAll({ where: { projectId: { [Op.gt]: 0 } } }),
    'findAll with the project in one branch': () => Note.findAll({ where: { [Op.or]: [{ projectId: 11 }, { id: id() }] } }),
    findOne: () => Note.findOne({ where: { text: 'theirs' } }),
    findByPk: () => Note.findByPk(id()),
    findAndCountAll: () => Note.findAndCountAll({ where: { id: id() } }),
    count: () => Note.count(),
    'count by text': () => Note.count({ where: { text: 'theirs' } }),
    max: () => Note.max('likes'),
    min: () => Note.min('likes', { where: { id: id() } }),
    sum: () => Note.sum('likes'),
    aggregate: () => Note.aggregate('likes', 'AVG', { where: { id: id() } }),
    update: () => Note.update({ text: 'hacked' }, { where: { id: id() } }),
    destroy: () => Note.destroy({ where: { id: id() } }),
    truncate: () => Note.truncate(),
    increment: () => Note.increment('likes', { where: { id: id() } }),
    decrement: () => Note.decrement('likes', { where: { id: id() } }),
    bulkCreate: () => Note.bulkCreate([{ projectId: 11, text: 'x' }, { text: 'y' } as InferCreationAttributes<Note>]),
    upsert: () => Note.upsert({ id: id(), text: 'hacked' } as InferCreationAttributes<Note>),
    findOrCreate: () => Note.findOrCreate({ where: { text: 'theirs' } }),
    'findAll of two projects': () => Note.findAll({ where: { projectId: { [Op.between]: [11, 12] } } }),
    'through a scope': () => Note.unscoped().findAll({ where: { id: id() } }),
  };

  for (const [name, query] of Object.entries(everything)) {
    it(`throws at ${name}`, async () => {
      await assert.rejects(query, { name: 'Error', message: /names no project/ });
      const row = await Note.findOne({ where: { id: id(), projectId: 12 }, rejectOnEmpty: true });
      assert.deepEqual([row.text, row.likes], ['theirs', 0]);
    });
  }

  it('lets queries of one project through, and keeps to it', async () => {
    const where = { projectId: 11 };
    assert.deepEqual(
      (await Note.findAll({ where })).map(({ text }) => text),
      ['mine'],
    );
    assert.deepEqual((await Note.findAll({ where: { [Op.and]: [{ projectId: 11 }, { text: 'mine' }] } })).length, 1);
    assert.deepEqual((await Note.findAll({ where: withIds(11, [mine.id, id()]) })).length, 1);
    assert.equal((await Note.findAndCountAll({ where, limit: 5 })).count, 1);
    assert.equal(await Note.sum('likes', { where }), 0);
    await Note.increment('likes', { by: 3, where });
    await Note.decrement('likes', { by: 1, where });
    await Note.update({ text: 'new' }, { where });
    await Note.bulkCreate([{ projectId: 11, text: 'more' }]);
    await theirs.reload();
    assert.deepEqual([theirs.text, theirs.likes], ['theirs', 0]);
    assert.equal(await Note.max('likes', { where }), 2);
    assert.equal(await Note.destroy({ where }), 2);
  });

  it('lets through what is meant for all', async () => {
    assert.equal(await Note.count({ acrossProjects: true }), 2);
    assert.equal((await Note.findAndCountAll({ acrossProjects: true })).count, 2);
    assert.equal(await Note.max('id', { acrossProjects: true }), theirs.id);
    await Note.update({ likes: 9 }, { where: {}, acrossProjects: true });
    assert.equal(await Note.sum('likes', { acrossProjects: true }), 18);
    assert.equal((await Note.findByPk(theirs.id, { acrossProjects: true }))?.text, 'theirs');
  });

  it('lets an instance write, count, reload and delete itself', async () => {
    mine.text = 'edited';
    await mine.save();
    await mine.increment('likes', { by: 2 });
    await mine.reload();
    assert.deepEqual([mine.text, mine.likes], ['edited', 2]);
    await inTransaction(db, () => mine.destroy());
    assert.equal(await Note.count({ acrossProjects: true }), 1);
  });

  it("never writes another project's row through an instance", async () => {
    const forged = Note.build({ id: theirs.id, projectId: 11, text: 'x' }, { isNewRecord: false, raw: true });
    forged.text = 'hacked';
    await forged.save();
    await forged.destroy();
    await assert.rejects(forged.reload());
    await theirs.reload();
    assert.equal(theirs.text, 'theirs');
  });

  it('finds in a project or not at all', async () => {
    assert.equal((await findInProject(Note, 11, mine.id, 'note')).text, 'mine');
    for (const absent of [theirs.id, 999_999]) {
      await assert.rejects(findInProject(Note, 11, absent, 'note'), { status: 404, code: 'note_not_found' });
    }
  });
});
