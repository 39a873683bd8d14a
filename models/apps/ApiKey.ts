import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** An issued key of the admin API. The key itself is not stored. */
export class ApiKey extends Model<InferAttributes<ApiKey>, InferCreationAttributes<ApiKey>> {
  declare id: CreationOptional<number>;
  declare name: string;
  /** The public part that a key is found by. */
  declare prefix: string;
  /** SHA-256 of the whole key, in hexadecimal. */
  declare digest: string;
  /** Joined by commas. */
  declare scopes: string;
  /** null for a key of all projects. */
  declare homeProjectId: CreationOptional<number | null>;
  /** The key that issued it; null for a key that a person or the server issued. */
  declare parentId: CreationOptional<number | null>;
  /** JSON text of the slugs of its apps; null for all apps of its project. */
  declare apps: CreationOptional<string | null>;
  declare expiresAt: CreationOptional<Date | null>;
  declare lastUsedAt: CreationOptional<Date | null>;
  declare revokedAt: CreationOptional<Date | null>;
  /** Counts the writes of this row. */
  declare revision: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;
}

export function initApiKey(sequelize: Sequelize): void {
  (class extends ApiKey {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      name: { type: DataTypes.STRING(100), allowNull: false },
      prefix: { type: DataTypes.STRING(16), allowNull: false },
      digest: { type: DataTypes.STRING(64), allowNull: false },
      scopes: { type: DataTypes.STRING(128), allowNull: false },
      homeProjectId: { type: DataTypes.INTEGER, field: 'project_id', defaultValue: null },
      parentId: { type: DataTypes.INTEGER, defaultValue: null },
      apps: { type: DataTypes.TEXT, defaultValue: null },
      expiresAt: { type: DataTypes.DATE(3), defaultValue: null },
      lastUsedAt: { type: DataTypes.DATE(3), defaultValue: null },
      revokedAt: { type: DataTypes.DATE(3), defaultValue: null },
      revision: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      createdAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'ApiKey', tableName: 'api_keys', updatedAt: false },
  );
}
