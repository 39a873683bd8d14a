import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A device from which a user has signed in: its wrong passwords and codes, and its sends, count for it alone. */
export class UserDevice extends Model<InferAttributes<UserDevice>, InferCreationAttributes<UserDevice>> {
  /** The SHA-256 of its token, in hexadecimal digits. */
  declare tokenHash: string;
  declare projectId: number;
  declare userId: string;
  /** null until the token was sent back once; accurate to a day. */
  declare lastUsedAt: CreationOptional<Date | null>;
  declare expiresAt: Date;
  declare createdAt: Date;
}

export function initUserDevice(sequelize: Sequelize): void {
  (class extends UserDevice {}).init(
    {
      tokenHash: { type: DataTypes.STRING(64), primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      userId: { type: DataTypes.STRING(36), allowNull: false },
      lastUsedAt: { type: DataTypes.DATE(3), defaultValue: null },
      expiresAt: { type: DataTypes.DATE(3), allowNull: false },
      createdAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'UserDevice', tableName: 'user_devices', timestamps: false },
  );
}
