import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A published release. Its code is above every earlier code of the app. */
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
      createdAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'AppVersion', tableName: 'app_versions', updatedAt: false },
  );
}
