import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** An event for one webhook. `server/platform/webhooks` explains how it is sent. */
export class WebhookDelivery extends Model<InferAttributes<WebhookDelivery>, InferCreationAttributes<WebhookDelivery>> {
  declare id: CreationOptional<number>;
  declare webhookId: number;
  /** Unique together with the webhook. */
  declare eventId: string;
  declare source: 'audit' | 'event';
  /** The row of `audit_log` or `outgoing_events`. */
  declare sourceId: number;
  declare type: string;
  declare state: 'waiting' | 'delivered' | 'failed';
  /** A value of `QUEUES`. */
  declare queue: number;
  /** When the next try begins; during a try, when its lease expires. */
  declare dueAt: Date;
  /** During a try by hand, when the schedule continues. */
  declare resumeAt: CreationOptional<Date | null>;
  declare isManual: CreationOptional<boolean>;
  declare lease: CreationOptional<string | null>;
  /** The tries of the schedule, without those by hand. */
  declare attempts: CreationOptional<number>;
  declare lastStatus: CreationOptional<number | null>;
  declare createdAt: Date;
  declare settledAt: CreationOptional<Date | null>;
}

export function initWebhookDelivery(sequelize: Sequelize): void {
  (class extends WebhookDelivery {}).init(
    {
      id: { type: DataTypes.BIGINT, autoIncrement: true, primaryKey: true },
      webhookId: { type: DataTypes.INTEGER, allowNull: false },
      eventId: { type: DataTypes.STRING(40), allowNull: false },
      source: { type: DataTypes.STRING(8), allowNull: false },
      sourceId: { type: DataTypes.BIGINT, allowNull: false },
      type: { type: DataTypes.STRING(64), allowNull: false },
      state: { type: DataTypes.STRING(16), allowNull: false },
      queue: { type: DataTypes.INTEGER, allowNull: false },
      dueAt: { type: DataTypes.DATE(3), allowNull: false },
      resumeAt: { type: DataTypes.DATE(3), defaultValue: null },
      isManual: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      lease: { type: DataTypes.STRING(36), defaultValue: null },
      attempts: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      lastStatus: { type: DataTypes.INTEGER, defaultValue: null },
      createdAt: { type: DataTypes.DATE(3), allowNull: false },
      settledAt: { type: DataTypes.DATE(3), defaultValue: null },
    },
    {
      sequelize,
      modelName: 'WebhookDelivery',
      tableName: 'webhook_deliveries',
      timestamps: false,
      indexes: [{ name: 'webhook_deliveries_event', unique: true, fields: ['webhook_id', 'event_id'] }],
    },
  );
}
