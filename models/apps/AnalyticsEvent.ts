import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** What a client reported (spec/app-management.md, AnalyticsEvent). Written in batches by `services/apps/event-batch.ts` alone. */
export class AnalyticsEvent extends Model<InferAttributes<AnalyticsEvent>, InferCreationAttributes<AnalyticsEvent>> {
  declare id: CreationOptional<number>;
  declare appId: number;
  declare eventType: string;
  declare userId: string | null;
  declare platform: string | null;
  declare appVersion: string | null;
  /** JSON text. */
  declare eventData: string | null;
  /** The client's own id of the event, which makes a repeat harmless. */
  declare eventId: string | null;
  /** When it happened; the dashboard goes by it. */
  declare occurredAt: Date;
  declare createdAt: Date;
}

export function initAnalyticsEvent(sequelize: Sequelize): void {
  AnalyticsEvent.init(
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
    { sequelize, tableName: 'analytics_events', timestamps: false },
  );
}
