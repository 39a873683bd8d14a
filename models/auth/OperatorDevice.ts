import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A device from which an operator has signed in: its wrong passwords count for it alone. */
export class OperatorDevice extends Model<InferAttributes<OperatorDevice>, InferCreationAttributes<OperatorDevice>> {
  /** The SHA-256 of its token, in hexadecimal digits. */
  declare tokenHash: string;
  declare operatorId: number;
  /** The username in lower case, which never changes. */
  declare usernameKey: string;
  /** null until the token was sent back once; accurate to a day. */
  declare lastUsedAt: CreationOptional<Date | null>;
  declare expiresAt: Date;
  declare createdAt: Date;
}

export function initOperatorDevice(sequelize: Sequelize): void {
  (class extends OperatorDevice {}).init(
    {
      tokenHash: { type: DataTypes.STRING(64), primaryKey: true },
      operatorId: { type: DataTypes.INTEGER, allowNull: false },
      usernameKey: { type: DataTypes.STRING(64), allowNull: false },
      lastUsedAt: { type: DataTypes.DATE(3), defaultValue: null },
      expiresAt: { type: DataTypes.DATE(3), allowNull: false },
      createdAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'OperatorDevice', tableName: 'operator_devices', timestamps: false },
  );
}
