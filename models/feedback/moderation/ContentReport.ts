import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

export type ReportReason = 'spam' | 'abuse' | 'off_topic' | 'personal_data' | 'other';

/** The report of one user on one record. */
export class ContentReport extends Model<InferAttributes<ContentReport>, InferCreationAttributes<ContentReport>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  declare entityType: string;
  declare entityId: number;
  /** The user who reports: a UUID or `operator:<id>`. */
  declare userId: string;
  declare reason: ReportReason;
  declare note: CreationOptional<string | null>;
  declare createdAt: CreationOptional<Date>;
}

export function initContentReport(sequelize: Sequelize): void {
  (class extends ContentReport {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      entityType: { type: DataTypes.STRING(16), allowNull: false },
      entityId: { type: DataTypes.INTEGER, allowNull: false },
      userId: { type: DataTypes.STRING(48), allowNull: false },
      reason: { type: DataTypes.STRING(16), allowNull: false },
      note: { type: DataTypes.STRING(500), defaultValue: null },
      createdAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'ContentReport', tableName: 'content_reports', updatedAt: false },
  );
}
