import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A phone number for tests, whose code is always the same. */
export class TestPhone extends Model<InferAttributes<TestPhone>, InferCreationAttributes<TestPhone>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  /** E.164. */
  declare phone: string;
  /** In clear: operators read it, and it only opens a test account with the role customer. */
  declare code: string;
  /** null when it never expires. */
  declare expiresAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
}

export function initTestPhone(sequelize: Sequelize): void {
  (class extends TestPhone {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      phone: { type: DataTypes.STRING(16), allowNull: false },
      code: { type: DataTypes.STRING(10), allowNull: false },
      expiresAt: { type: DataTypes.DATE(3), defaultValue: null },
      createdAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'TestPhone', tableName: 'test_phones', updatedAt: false },
  );
}
