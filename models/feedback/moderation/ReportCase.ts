import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

export type CaseState = 'open' | 'dismissed' | 'removed';

/** All reports on one record. The numbers stay when the account of a reporter is erased. */
export class ReportCase extends Model<InferAttributes<ReportCase>, InferCreationAttributes<ReportCase>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  declare entityType: string;
  declare entityId: number;
  declare state: CaseState;
  /** The number of users who reported the record. */
  declare count: CreationOptional<number>;
  declare spam: CreationOptional<number>;
  declare abuse: CreationOptional<number>;
  declare offTopic: CreationOptional<number>;
  declare personalData: CreationOptional<number>;
  declare other: CreationOptional<number>;
  /** A moderator has dismissed the reports: further ones do not hide the record until its author edits it. */
  declare isDismissedOnce: CreationOptional<boolean>;
  /** The reports have hidden the record, and no moderator has decided since. */
  declare isHidden: CreationOptional<boolean>;
  /** The reports from before the author edited a dismissed record: they no longer count towards hiding it. */
  declare countBeforeEdit: CreationOptional<number>;
  /** JSON of the case before the decision that closed it; null while it is open. */
  declare beforeDecision: CreationOptional<string | null>;
  /** Since when it waits for a moderator: since its first report, or since the record waits if that is longer. */
  declare openSince: CreationOptional<Date>;
  /** The record was deleted: there is nothing to decide any more. */
  declare isGone: CreationOptional<boolean>;
  /** The author of the record: a UUID or `operator:<id>`; null for a guest and after the erasure of the account. */
  declare authorId: CreationOptional<string | null>;
  /** Counts the writes of this row. */
  declare revision: CreationOptional<number>;
  declare firstAt: Date;
  declare lastAt: Date;
}

export function initReportCase(sequelize: Sequelize): void {
  const number = { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 };
  const yesNo = { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false };
  (class extends ReportCase {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      entityType: { type: DataTypes.STRING(16), allowNull: false },
      entityId: { type: DataTypes.INTEGER, allowNull: false },
      state: { type: DataTypes.STRING(16), allowNull: false },
      count: { ...number },
      spam: { ...number },
      abuse: { ...number },
      offTopic: { ...number },
      personalData: { ...number },
      other: { ...number },
      isDismissedOnce: { ...yesNo },
      isHidden: { ...yesNo },
      countBeforeEdit: { ...number },
      beforeDecision: { type: DataTypes.STRING(200) },
      openSince: { type: DataTypes.DATE(3), allowNull: false, defaultValue: new Date(0) },
      isGone: { ...yesNo },
      authorId: { type: DataTypes.STRING(48) },
      revision: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      firstAt: { type: DataTypes.DATE(3), allowNull: false },
      lastAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'ReportCase', tableName: 'report_cases', timestamps: false },
  );
}
