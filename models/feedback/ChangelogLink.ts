import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A post that a changelog entry links to. */
export class ChangelogLink extends Model<InferAttributes<ChangelogLink>, InferCreationAttributes<ChangelogLink>> {
  declare entryId: number;
  declare postId: number;
  declare projectId: number;
}

export function initChangelogLink(sequelize: Sequelize): void {
  (class extends ChangelogLink {}).init(
    {
      entryId: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
      postId: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
    },
    { sequelize, modelName: 'ChangelogLink', tableName: 'changelog_posts', timestamps: false },
  );
}
