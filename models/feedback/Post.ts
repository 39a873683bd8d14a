import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';
import type { ModerationState } from './Comment.ts';

export type PostCategory = 'bug' | 'feature' | 'improvement' | 'other';
export type PostStatus = 'under_review' | 'planned' | 'in_progress' | 'completed' | 'declined';

/** A feature request. Its votes are rows of `PostVote`, one for each user. */
export class Post extends Model<InferAttributes<Post>, InferCreationAttributes<Post>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  declare title: string;
  declare description: string;
  declare category: PostCategory;
  declare status: CreationOptional<PostStatus>;
  declare moderation: CreationOptional<ModerationState>;
  /** UUID of a user or `operator:<id>`. */
  declare userId: string;
  declare votesCount: CreationOptional<number>;
  /** Comments without tombstones. */
  declare commentsCount: CreationOptional<number>;
  /** Votes and age in one number, the order of `sort=trending`. */
  declare trending: number;
  /** Title and description, folded for the search; must be written again whenever one of them changes. */
  declare searchKey: string;
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

export function initPost(sequelize: Sequelize): void {
  (class extends Post {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      title: { type: DataTypes.STRING(200), allowNull: false },
      description: { type: DataTypes.TEXT, allowNull: false },
      category: { type: DataTypes.STRING(16), allowNull: false },
      status: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'under_review' },
      moderation: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'visible' },
      userId: { type: DataTypes.STRING(48), allowNull: false },
      votesCount: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      commentsCount: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      trending: { type: DataTypes.DOUBLE, allowNull: false },
      searchKey: { type: DataTypes.TEXT, allowNull: false },
      contentDigest: { type: DataTypes.STRING(22), defaultValue: null },
      pendingSince: { type: DataTypes.DATE(3), allowNull: false, defaultValue: new Date(0) },
      editedAt: { type: DataTypes.DATE(3), defaultValue: null },
      revision: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'Post', tableName: 'posts' },
  );
}
