import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A post that a changelog entry links to. */
export class ChangelogLink extends Model<InferAttributes<ChangelogLink>, InferCreationAttributes<ChangelogLink>> {
  declare entryId: number;
  declare postId: number;
  declare projectId: number;
  /** Whether the publication of the entry completes the post: the link came with the entry, and a manager wrote it. */
  declare completes: CreationOptional<boolean>;
}

export function initChangelogLink(sequelize: Sequelize): void {
  (class extends ChangelogLink {}).init(
    {
      entryId: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
      postId: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      completes: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
    },
    { sequelize, modelName: 'ChangelogLink', tableName: 'changelog_posts', timestamps: false },
  );
}
