import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** The message of a code, with what its provider reports about it. */
export class CodeMessage extends Model<InferAttributes<CodeMessage>, InferCreationAttributes<CodeMessage>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  /** Masked. */
  declare phone: string;
  /** Keyed digest of the phone. */
  declare phoneDigest: string;
  /** ISO 3166 alpha-2; null for a number of none. */
  declare country: string | null;
  /** That of the code. */
  declare purpose: string;
  /** The name of the provider. */
  declare provider: string;
  /** The provider's id of the message. */
  declare providerId: string;
  declare state: 'queued' | 'sent' | 'delivered' | 'read' | 'failed';
  /** The process that sends the code another way unless the message is delivered; null for none. */
  declare holder: string | null;
  /** When the code was sent. */
  declare sentAt: Date;
  /** When the state changed. */
  declare changedAt: Date;
}

export function initCodeMessage(sequelize: Sequelize): void {
  (class extends CodeMessage {}).init(
    {
      id: { type: DataTypes.BIGINT, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      phone: { type: DataTypes.STRING(16), allowNull: false },
      phoneDigest: { type: DataTypes.STRING(32), allowNull: false },
      country: { type: DataTypes.STRING(2) },
      purpose: { type: DataTypes.STRING(16), allowNull: false },
      provider: { type: DataTypes.STRING(40), allowNull: false },
      providerId: { type: DataTypes.STRING(190), allowNull: false },
      state: { type: DataTypes.STRING(9), allowNull: false },
      holder: { type: DataTypes.STRING(36) },
      sentAt: { type: DataTypes.DATE(3), allowNull: false },
      changedAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'CodeMessage', tableName: 'code_messages', timestamps: false },
  );
}
