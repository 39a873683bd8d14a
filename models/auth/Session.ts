import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** How the session was opened. */
export type SessionMethod = 'registration' | 'otp' | 'password' | 'username';

/** A family of refresh tokens: one sign-in of a user or an operator on one device. */
export class Session extends Model<InferAttributes<Session>, InferCreationAttributes<Session>> {
  /** UUID; the `sid` of its access tokens. */
  declare id: string;
  declare projectId: number;
  declare userId: CreationOptional<string | null>;
  declare operatorId: CreationOptional<number | null>;
  declare method: SessionMethod;
  /** Number of the latest refresh token of the family: each rotation adds one. */
  declare generation: CreationOptional<number>;
  /** `generation` while nothing proves that the client received that token; any other number means that it was used. */
  declare unusedGeneration: CreationOptional<number | null>;
  /** The last refresh, or the sign-in. */
  declare rotatedAt: Date;
  /** Expiry of the latest refresh token. */
  declare expiresAt: Date;
  /** The device of the sign-in, and the network that used the session last. */
  declare device: CreationOptional<string | null>;
  declare address: CreationOptional<string | null>;
  declare revokedAt: CreationOptional<Date | null>;
  declare createdAt: Date;
}

export function initSession(sequelize: Sequelize): void {
  (class extends Session {}).init(
    {
      id: { type: DataTypes.STRING(36), primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      userId: { type: DataTypes.STRING(36), defaultValue: null },
      operatorId: { type: DataTypes.INTEGER, defaultValue: null },
      method: { type: DataTypes.STRING(16), allowNull: false },
      generation: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
      unusedGeneration: { type: DataTypes.INTEGER, defaultValue: null },
      rotatedAt: { type: DataTypes.DATE(3), allowNull: false },
      expiresAt: { type: DataTypes.DATE(3), allowNull: false },
      device: { type: DataTypes.STRING(60), defaultValue: null },
      address: { type: DataTypes.STRING(45), defaultValue: null },
      revokedAt: { type: DataTypes.DATE(3), defaultValue: null },
      createdAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'Session', tableName: 'sessions', timestamps: false },
  );
}
