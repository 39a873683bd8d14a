import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** An event that a client reported. Only `services/apps/analytics/event-batch.ts` writes events, in batches. */
export class AnalyticsEvent extends Model<InferAttributes<AnalyticsEvent>, InferCreationAttributes<AnalyticsEvent>> {
  declare id: CreationOptional<number>;
  declare appId: number;
  declare eventType: string;
  declare userId: string | null;
  declare platform: string | null;
  declare appVersion: string | null;
  /** JSON text. */
  declare eventData: string | null;
  /** The client's own id of the event: a repeat with the same id is not stored again. */
  declare eventId: string | null;
  /** The time of the event, which the dashboard counts by. */
  declare occurredAt: Date;
  declare createdAt: Date;
}

export function initAnalyticsEvent(sequelize: Sequelize): void {
  (class extends AnalyticsEvent {}).init(
    {
      id: { type: DataTypes.BIGINT, autoIncrement: true, primaryKey: true },
      appId: { type: DataTypes.INTEGER, allowNull: false },
      eventType: { type: DataTypes.STRING(100), allowNull: false },
      userId: { type: DataTypes.STRING(128) },
      platform: { type: DataTypes.STRING(16) },
      appVersion: { type: DataTypes.STRING(64) },
      eventData: { type: DataTypes.TEXT },
      eventId: { type: DataTypes.STRING(36) },
      occurredAt: { type: DataTypes.DATE(3), allowNull: false },
      createdAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'AnalyticsEvent', tableName: 'analytics_events', timestamps: false },
  );
}
