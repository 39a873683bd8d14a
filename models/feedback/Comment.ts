import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** The decision of the moderators on a post or a comment. Everyone sees it while it is `visible`, else its author and staff. */
export type ModerationState = 'visible' | 'pending' | 'hidden' | 'removed';

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
  /** Direct replies that everyone can read. */
  declare repliesCount: CreationOptional<number>;
  /** Direct replies on public lists, including tombstones. */
  declare children: CreationOptional<number>;
  /** The decision of the moderators; a tombstone is `visible`. */
  declare moderation: CreationOptional<ModerationState>;
  /** Not on any public list: it is hidden, and no reply below it needs its place. */
  declare isAbsent: CreationOptional<boolean>;
  /** Direct replies that are absent; `children` does not count them. */
  declare absentChildren: CreationOptional<number>;
  /** The text, folded for the search; null for a tombstone and for comments older than this column. */
  declare searchKey: CreationOptional<string | null>;
  /** The digest of author and text, unless another record holds it; must be written again whenever one of them changes. */
  declare contentDigest: CreationOptional<string | null>;
  /** Since when it waits for a moderator, or waited the last time; 1970 when it never did. */
  declare pendingSince: CreationOptional<Date>;
  declare editedAt: CreationOptional<Date | null>;
  /** Counts the writes of this row. */
  declare revision: CreationOptional<number>;
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
      moderation: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'visible' },
      isAbsent: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      absentChildren: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      searchKey: { type: DataTypes.TEXT, defaultValue: null },
      contentDigest: { type: DataTypes.STRING(22), defaultValue: null },
      pendingSince: { type: DataTypes.DATE(3), allowNull: false, defaultValue: new Date(0) },
      editedAt: { type: DataTypes.DATE(3), defaultValue: null },
      revision: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'Comment', tableName: 'comments' },
  );
}
