import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** The choice of one user to follow a post or not, or the comment by which the user follows it. */
export class PostSubscription extends Model<InferAttributes<PostSubscription>, InferCreationAttributes<PostSubscription>> {
  declare postId: number;
  /** UUID of a user or `operator:<id>`. */
  declare userId: string;
  declare projectId: number;
  /** false for a user who has unsubscribed, which votes and comments do not change; null: as author or voter only. */
  declare isSubscribed: CreationOptional<boolean | null>;
  /** false after the user has stopped the mails by their link; the inbox goes on. */
  declare isMailed: CreationOptional<boolean>;
  /** When the user last chose, or first commented. */
  declare createdAt: Date;
}

export function initPostSubscription(sequelize: Sequelize): void {
  (class extends PostSubscription {}).init(
    {
      postId: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
      userId: { type: DataTypes.STRING(48), allowNull: false, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      isSubscribed: { type: DataTypes.BOOLEAN, defaultValue: null },
      isMailed: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
      createdAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'PostSubscription', tableName: 'post_subscriptions', timestamps: false },
  );
}
