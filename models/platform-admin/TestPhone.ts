import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A number of nobody whose code is always the same (contract §2, test phones). */
export class TestPhone extends Model<InferAttributes<TestPhone>, InferCreationAttributes<TestPhone>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  /** E.164. */
  declare phone: string;
  /** In clear: operators look it up, and it opens nothing but a customer's test account. */
  declare code: string;
  /** null for as long as it is there. */
  declare expiresAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
}

export function initTestPhone(sequelize: Sequelize): void {
  TestPhone.init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      phone: { type: DataTypes.STRING(16), allowNull: false },
      code: { type: DataTypes.STRING(10), allowNull: false },
      expiresAt: { type: DataTypes.DATE(3), defaultValue: null },
      createdAt: DataTypes.DATE(3),
    },
    { sequelize, tableName: 'test_phones', updatedAt: false },
  );
}
