import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A published release. Its code is above every earlier code of the app for the same platform. */
export class AppVersion extends Model<InferAttributes<AppVersion>, InferCreationAttributes<AppVersion>> {
  declare id: CreationOptional<number>;
  declare appId: number;
  declare versionName: string;
  declare versionCode: number;
  declare minVersion: CreationOptional<string | null>;
  declare isForce: CreationOptional<boolean>;
  declare storeUrl: CreationOptional<string | null>;
  declare changelog: CreationOptional<string | null>;
  declare isActive: CreationOptional<boolean>;
  /** null for both. */
  declare platform: CreationOptional<'android' | 'ios' | null>;
  /** The percent of the phones that it is offered to, until the first step. */
  declare rolloutPercent: CreationOptional<number>;
  declare rolloutState: CreationOptional<'active' | 'halted'>;
  /** JSON text: times and percents. */
  declare steps: CreationOptional<string | null>;
  /** The clock of the steps is stopped from then on; null while the rollout is active. */
  declare haltedAt: CreationOptional<Date | null>;
  declare forceAfter: CreationOptional<Date | null>;
  declare priority: CreationOptional<number>;
  declare minOsVersion: CreationOptional<string | null>;
  /** JSON text: the notes by language. */
  declare notes: CreationOptional<string | null>;
  declare remindAfterHours: CreationOptional<number>;
  /** JSON text: the rule of the crash guard. */
  declare guard: CreationOptional<string | null>;
  /** When the guard acted. It then leaves the release alone until the rule is changed. */
  declare guardActedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
}

export function initAppVersion(sequelize: Sequelize): void {
  (class extends AppVersion {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      appId: { type: DataTypes.INTEGER, allowNull: false },
      versionName: { type: DataTypes.STRING(64), allowNull: false },
      versionCode: { type: DataTypes.BIGINT, allowNull: false },
      minVersion: { type: DataTypes.STRING(64), defaultValue: null },
      isForce: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      storeUrl: { type: DataTypes.STRING(2048), defaultValue: null },
      changelog: { type: DataTypes.TEXT, defaultValue: null },
      isActive: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
      platform: { type: DataTypes.STRING(16), defaultValue: null },
      rolloutPercent: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 100 },
      rolloutState: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'active' },
      steps: { type: DataTypes.TEXT, defaultValue: null },
      haltedAt: { type: DataTypes.DATE(3), defaultValue: null },
      forceAfter: { type: DataTypes.DATE(3), defaultValue: null },
      priority: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      minOsVersion: { type: DataTypes.STRING(64), defaultValue: null },
      notes: { type: DataTypes.TEXT, defaultValue: null },
      remindAfterHours: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 72 },
      guard: { type: DataTypes.TEXT, defaultValue: null },
      guardActedAt: { type: DataTypes.DATE(3), defaultValue: null },
      createdAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'AppVersion', tableName: 'app_versions', updatedAt: false },
  );
}
