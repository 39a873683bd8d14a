import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A window of maintenance of an app: now, in the future or in the past (`server/domain/maintenance`). */
export class MaintenanceEvent extends Model<InferAttributes<MaintenanceEvent>, InferCreationAttributes<MaintenanceEvent>> {
  declare id: CreationOptional<number>;
  declare appId: number;
  /** Whether it was switched on for everybody: servers of the release before know no other maintenance. */
  declare isActive: boolean;
  declare messageEn: CreationOptional<string | null>;
  declare messageAr: CreationOptional<string | null>;
  declare estimatedEnd: CreationOptional<Date | null>;
  declare endedAt: CreationOptional<Date | null>;
  /** The app's id while `isActive`, else null. A unique key on it allows one such event per app. */
  declare activeAppId: number | null;
  /** null: from its creation on. */
  declare startAt: CreationOptional<Date | null>;
  declare endAt: CreationOptional<Date | null>;
  declare announceFrom: CreationOptional<Date | null>;
  declare mode: CreationOptional<'full' | 'read_only'>;
  /** JSON texts, evaluated in memory and never searched; null is no limit and no testers. */
  declare platforms: CreationOptional<string | null>;
  declare versions: CreationOptional<string | null>;
  declare testers: CreationOptional<string | null>;
  /** When the audit log got the start; null until then. */
  declare startRecordedAt: CreationOptional<Date | null>;
  /** The same for the end. */
  declare endRecordedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

export function initMaintenanceEvent(sequelize: Sequelize): void {
  (class extends MaintenanceEvent {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      appId: { type: DataTypes.INTEGER, allowNull: false },
      isActive: { type: DataTypes.BOOLEAN, allowNull: false },
      messageEn: { type: DataTypes.TEXT, defaultValue: null },
      messageAr: { type: DataTypes.TEXT, defaultValue: null },
      estimatedEnd: { type: DataTypes.DATE(3), defaultValue: null },
      endedAt: { type: DataTypes.DATE(3), defaultValue: null },
      activeAppId: { type: DataTypes.INTEGER },
      startAt: { type: DataTypes.DATE(3), defaultValue: null },
      endAt: { type: DataTypes.DATE(3), defaultValue: null },
      announceFrom: { type: DataTypes.DATE(3), defaultValue: null },
      mode: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'full' },
      platforms: { type: DataTypes.STRING(64), defaultValue: null },
      versions: { type: DataTypes.TEXT, defaultValue: null },
      testers: { type: DataTypes.TEXT, defaultValue: null },
      startRecordedAt: { type: DataTypes.DATE(3), defaultValue: null },
      endRecordedAt: { type: DataTypes.DATE(3), defaultValue: null },
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'MaintenanceEvent', tableName: 'maintenance_events' },
  );
}
