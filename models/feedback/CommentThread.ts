import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** The number of comments on one target. The counters move by raw SQL (`services/feedback/comments/threads.ts`). */
export class CommentThread extends Model<InferAttributes<CommentThread>, InferCreationAttributes<CommentThread>> {
  declare projectId: number;
  declare entityType: string;
  declare entityId: number;
  /** Comments that everyone can read. */
  declare live: number;
  /** Top-level comments on public lists, including tombstones. */
  declare topLevel: number;
  /** All comments on public lists, including tombstones. */
  declare shown: number;
  /** Comments in this moderation state, as are the next two. */
  declare pending: CreationOptional<number>;
  declare hidden: CreationOptional<number>;
  declare removed: CreationOptional<number>;
}

export function initCommentThread(sequelize: Sequelize): void {
  (class extends CommentThread {}).init(
    {
      projectId: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
      entityType: { type: DataTypes.STRING(16), allowNull: false, primaryKey: true },
      entityId: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
      live: { type: DataTypes.INTEGER, allowNull: false },
      topLevel: { type: DataTypes.INTEGER, allowNull: false },
      shown: { type: DataTypes.INTEGER, allowNull: false },
      pending: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      hidden: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      removed: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
    },
    { sequelize, modelName: 'CommentThread', tableName: 'comment_threads', timestamps: false },
  );
}
