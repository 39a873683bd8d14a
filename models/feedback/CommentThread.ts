import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** The number of comments on one target. The counters move by raw SQL (`services/feedback/comments/threads.ts`). */
export class CommentThread extends Model<InferAttributes<CommentThread>, InferCreationAttributes<CommentThread>> {
  declare projectId: number;
  declare entityType: string;
  declare entityId: number;
  /** Without tombstones. */
  declare live: number;
  /** Top-level comments, including tombstones. */
  declare topLevel: number;
  /** All comments, including tombstones. */
  declare shown: number;
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
    },
    { sequelize, modelName: 'CommentThread', tableName: 'comment_threads', timestamps: false },
  );
}
