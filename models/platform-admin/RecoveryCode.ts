import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** An unused recovery code of an operator. A used one is deleted. */
export class RecoveryCode extends Model<InferAttributes<RecoveryCode>, InferCreationAttributes<RecoveryCode>> {
  declare id: CreationOptional<number>;
  declare operatorId: number;
  /** SHA-256 in hex: a code has 80 random bits. */
  declare digest: string;
}

export function initRecoveryCode(sequelize: Sequelize): void {
  (class extends RecoveryCode {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      operatorId: { type: DataTypes.INTEGER, allowNull: false },
      digest: { type: DataTypes.STRING(64), allowNull: false },
    },
    { sequelize, modelName: 'RecoveryCode', tableName: 'operator_recovery_codes', timestamps: false },
  );
}
