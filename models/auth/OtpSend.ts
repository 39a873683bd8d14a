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

export function initOtpSend(sequelize: Sequelize): void {
  (class extends OtpSend {}).init(
    {
      projectId: { type: DataTypes.INTEGER, primaryKey: true },
      phone: { type: DataTypes.STRING(16), primaryKey: true },
      sends: { type: DataTypes.INTEGER, allowNull: false },
      lastSentAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'OtpSend', tableName: 'otp_sends', timestamps: false },
  );
}
