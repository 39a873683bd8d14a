import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** The cooldown of a phone: how many codes it was sent, and when. */
export class OtpSend extends Model<InferAttributes<OtpSend>, InferCreationAttributes<OtpSend>> {
  declare projectId: number;
  /** E.164. */
  declare phone: string;
  /** Number of codes since the last reset. */
  declare sends: number;
  declare lastSentAt: Date;
}

/** The same for the known devices of a phone, which share one cooldown. */
export class DeviceSend extends OtpSend {}

export function initOtpSend(sequelize: Sequelize): void {
  for (const [modelName, tableName] of [
    ['OtpSend', 'otp_sends'],
    ['DeviceSend', 'device_sends'],
  ] as const)
    initSends(sequelize, { modelName, tableName });
}

function initSends(sequelize: Sequelize, names: { readonly modelName: string; readonly tableName: string }): void {
  (class extends OtpSend {}).init(
    {
      projectId: { type: DataTypes.INTEGER, primaryKey: true },
      phone: { type: DataTypes.STRING(16), primaryKey: true },
      sends: { type: DataTypes.INTEGER, allowNull: false },
      lastSentAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, ...names, timestamps: false },
  );
}
