import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A comment on an entity, or a reply to another comment. */
export class Comment extends Model<InferAttributes<Comment>, InferCreationAttributes<Comment>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  declare entityType: string;
  declare entityId: number;
  /** null at the top level. */
  declare parentId: number | null;
  /** The top-level comment of the thread that a reply belongs to, at any depth; null at the top level. */
  declare rootId: number | null;
  /** 1 at the top level. */
  declare level: number;
  /** null for a tombstone. */
  declare content: string | null;
  /** UUID of a user or `operator:<id>`; null for a tombstone. */
  declare userId: string | null;
  /** A tombstone: its row is kept because it has replies. */
  declare isDeleted: CreationOptional<boolean>;
  /** Direct replies without tombstones. */
  declare repliesCount: CreationOptional<number>;
  /** Direct replies, including tombstones. */
  declare children: CreationOptional<number>;
  declare editedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

export function initComment(sequelize: Sequelize): void {
  (class extends Comment {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      entityType: { type: DataTypes.STRING(16), allowNull: false },
      entityId: { type: DataTypes.INTEGER, allowNull: false },
      parentId: { type: DataTypes.INTEGER },
      rootId: { type: DataTypes.INTEGER },
      level: { type: DataTypes.INTEGER, allowNull: false },
      content: { type: DataTypes.TEXT },
      userId: { type: DataTypes.STRING(48) },
      isDeleted: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      repliesCount: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      children: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      editedAt: { type: DataTypes.DATE(3), defaultValue: null },
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'Comment', tableName: 'comments' },
  );
}
