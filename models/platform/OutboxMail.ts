import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A mail that is to be sent, or was. `server/platform/mail/outbox.ts` explains its states. */
class OutboxMail extends Model<InferAttributes<OutboxMail>, InferCreationAttributes<OutboxMail>> {
  declare id: CreationOptional<number>;
  declare projectId: number;
  /** Names the event; unique together with the recipient. */
  declare mailKey: string;
  declare recipient: string;
  declare recipientName: string | null;
  declare language: string;
  declare template: string;
  /** JSON: what the template fills in. */
  declare data: string;
  declare state: string;
  /** Lower goes first. */
  declare priority: number;
  declare attempts: number;
  /** When a worker takes up the row next; of an ended mail, when its row is deleted. */
  declare dueAt: Date;
  /** UUID of the attempt under way. */
  declare lease: CreationOptional<string | null>;
  declare lastError: CreationOptional<string | null>;
  declare createdAt: Date;
  declare settledAt: CreationOptional<Date | null>;
}

export function initOutboxMail(sequelize: Sequelize): void {
  (class extends OutboxMail {}).init(
    {
      id: { type: DataTypes.BIGINT, autoIncrement: true, primaryKey: true },
      projectId: { type: DataTypes.INTEGER, allowNull: false },
      mailKey: { type: DataTypes.STRING(190), allowNull: false },
      recipient: { type: DataTypes.STRING(254), allowNull: false },
      recipientName: DataTypes.STRING(100),
      language: { type: DataTypes.STRING(8), allowNull: false },
      template: { type: DataTypes.STRING(32), allowNull: false },
      data: { type: DataTypes.TEXT('medium'), allowNull: false },
      state: { type: DataTypes.STRING(32), allowNull: false },
      priority: { type: DataTypes.INTEGER, allowNull: false },
      attempts: { type: DataTypes.INTEGER, allowNull: false },
      dueAt: { type: DataTypes.DATE(3), allowNull: false },
      lease: DataTypes.STRING(36),
      lastError: DataTypes.STRING(100),
      createdAt: { type: DataTypes.DATE(3), allowNull: false },
      settledAt: DataTypes.DATE(3),
    },
    {
      sequelize,
      modelName: 'OutboxMail',
      tableName: 'mail_outbox',
      timestamps: false,
      indexes: [{ name: 'mail_outbox_key', unique: true, fields: ['mail_key', 'recipient'] }],
    },
  );
}
