import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** The latest one-time code of a phone for one purpose. */
export class OtpCode extends Model<InferAttributes<OtpCode>, InferCreationAttributes<OtpCode>> {
  declare projectId: number;
  /** E.164. */
  declare phone: string;
  declare purpose: 'register' | 'login' | 'reset';
  /** Keyed hash of the code, in hexadecimal. */
  declare digest: string;
  declare wrongTries: number;
  /** Wrong tries at the deletion and the restoring of the account. */
  declare accountTries: CreationOptional<number>;
  /** The attempt that used the code up: a UUID, or derived from its `Idempotency-Key`. */
  declare usedBy: CreationOptional<string | null>;
  /** Keyed digest of the network that asked for it; null when the guard does not count it. */
  declare network: CreationOptional<string | null>;
  declare expiresAt: Date;
  declare createdAt: Date;
}

/** The same for the known devices of a phone: a stranger can neither replace nor use up their code. */
export class DeviceCode extends OtpCode {}

export function initOtpCode(sequelize: Sequelize): void {
  for (const [modelName, tableName] of [
    ['OtpCode', 'otp_codes'],
    ['DeviceCode', 'device_codes'],
  ] as const)
    initCodes(sequelize, { modelName, tableName });
}

function initCodes(sequelize: Sequelize, names: { readonly modelName: string; readonly tableName: string }): void {
  (class extends OtpCode {}).init(
    {
      projectId: { type: DataTypes.INTEGER, primaryKey: true },
      phone: { type: DataTypes.STRING(16), primaryKey: true },
      purpose: { type: DataTypes.STRING(16), primaryKey: true },
      digest: { type: DataTypes.STRING(64), allowNull: false },
      wrongTries: { type: DataTypes.INTEGER, allowNull: false },
      accountTries: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      usedBy: { type: DataTypes.STRING(36), defaultValue: null },
      network: { type: DataTypes.STRING(32), defaultValue: null },
      expiresAt: { type: DataTypes.DATE(3), allowNull: false },
      createdAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, ...names, timestamps: false },
  );
}
