import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** The purposes of codes; `email` and `new_phone` prove an address and a phone. */
export type SentPurpose = 'register' | 'login' | 'reset' | 'delete' | 'export' | 'phone_change' | 'email' | 'new_phone';

/** That a phone was sent a code, without the code. */
export class SentCode extends Model<InferAttributes<SentCode>, InferCreationAttributes<SentCode>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  /** E.164. */
  declare phone: string;
  declare purpose: SentPurpose;
  /** The name of the provider that accepted it; null when none did. */
  declare channel: string | null;
  declare isSent: boolean;
  declare sentAt: Date;
  declare usedAt: CreationOptional<Date | null>;
}

export function initSentCode(sequelize: Sequelize): void {
  (class extends SentCode {}).init(
    {
      id: { type: DataTypes.BIGINT, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      phone: { type: DataTypes.STRING(16), allowNull: false },
      purpose: { type: DataTypes.STRING(16), allowNull: false },
      channel: { type: DataTypes.STRING(40), defaultValue: null },
      isSent: { type: DataTypes.BOOLEAN, allowNull: false },
      sentAt: { type: DataTypes.DATE(3), allowNull: false },
      usedAt: { type: DataTypes.DATE(3), defaultValue: null },
    },
    { sequelize, modelName: 'SentCode', tableName: 'sent_codes', timestamps: false },
  );
}
