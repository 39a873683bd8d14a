import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A feature flag of an app, addressed by its key. */
export class FeatureFlag extends Model<InferAttributes<FeatureFlag>, InferCreationAttributes<FeatureFlag>> {
  declare id: CreationOptional<number>;
  declare appId: number;
  declare flagKey: string;
  declare isEnabled: CreationOptional<boolean>;
  declare description: CreationOptional<string | null>;
  /** JSON text as given, never searched. A text keeps the operator's key order on every engine. */
  declare config: CreationOptional<string | null>;
  declare valueType: CreationOptional<'boolean' | 'string' | 'number' | 'object'>;
  /** JSON text, evaluated in memory and never searched; null for a flag that is the same for everybody. */
  declare targeting: CreationOptional<string | null>;
  declare kind: CreationOptional<'release' | 'experiment' | 'ops' | 'killswitch' | 'permission'>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

export function initFeatureFlag(sequelize: Sequelize): void {
  (class extends FeatureFlag {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      appId: { type: DataTypes.INTEGER, allowNull: false },
      flagKey: { type: DataTypes.STRING(100), allowNull: false },
      isEnabled: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      description: { type: DataTypes.TEXT, defaultValue: null },
      config: { type: DataTypes.TEXT, defaultValue: null },
      valueType: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'boolean' },
      targeting: { type: DataTypes.TEXT, defaultValue: null },
      kind: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'release' },
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'FeatureFlag', tableName: 'feature_flags' },
  );
}
