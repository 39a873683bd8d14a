import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A text that moderators refused or reports hid: when its author posts it again, it waits. */
export class ContentRefusal extends Model<InferAttributes<ContentRefusal>, InferCreationAttributes<ContentRefusal>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  /** UUID of a user or `operator:<id>`. */
  declare userId: string;
  /** The item of a review, or the digest of a text (`services/feedback/moderation/refusals.ts`). */
  declare attempt: string;
  /** The case of the reports that hid it; null when moderators refused it. */
  declare caseId: CreationOptional<number | null>;
  declare refusedAt: Date;
}

export function initContentRefusal(sequelize: Sequelize): void {
  (class extends ContentRefusal {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      userId: { type: DataTypes.STRING(48), allowNull: false },
      attempt: { type: DataTypes.STRING(80), allowNull: false },
      caseId: { type: DataTypes.INTEGER },
      refusedAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'ContentRefusal', tableName: 'content_refusals', timestamps: false },
  );
}
