import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** The vote of one user for a post. Batches write it in raw SQL (`services/feedback/posts/vote-batch.ts`). */
export class PostVote extends Model<InferAttributes<PostVote>, InferCreationAttributes<PostVote>> {
  declare postId: number;
  /** UUID of a user or `operator:<id>`. */
  declare userId: string;
  declare projectId: number;
  declare createdAt: Date;
}

export function initPostVote(sequelize: Sequelize): void {
  (class extends PostVote {}).init(
    {
      postId: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
      userId: { type: DataTypes.STRING(48), allowNull: false, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      createdAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'PostVote', tableName: 'post_votes', timestamps: false },
  );
}
