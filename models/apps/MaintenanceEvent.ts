import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A period of maintenance of an app. */
export class MaintenanceEvent extends Model<InferAttributes<MaintenanceEvent>, InferCreationAttributes<MaintenanceEvent>> {
  declare id: CreationOptional<number>;
  declare appId: number;
  declare isActive: boolean;
  declare messageEn: CreationOptional<string | null>;
  declare messageAr: CreationOptional<string | null>;
  declare estimatedEnd: CreationOptional<Date | null>;
  declare endedAt: CreationOptional<Date | null>;
  /** The app's id while active, else null. A unique key on it allows one active event per app. */
  declare activeAppId: number | null;
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
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'MaintenanceEvent', tableName: 'maintenance_events' },
  );
}
