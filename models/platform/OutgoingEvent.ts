import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** An event for webhooks that the audit log does not have. A row is written only when a webhook wants its type. */
export class OutgoingEvent extends Model<InferAttributes<OutgoingEvent>, InferCreationAttributes<OutgoingEvent>> {
  declare id: CreationOptional<number>;
  /** null for an event that belongs to no project. */
  declare projectId: number | null;
  /** Such as `review.created`. */
  declare type: string;
  /** The row concerned: `review:12`. */
  declare subject: string;
  /** The revision of the subject after the write; null when it has none. */
  declare revision: CreationOptional<number | null>;
  /** As in the audit log: `user:8d1f…`. */
  declare actor: string;
  /** JSON of ids, before and after. */
  declare data: string;
  /** Names the subject and the minute of an event that is sent at most twice a minute; else null. */
  declare minuteKey: CreationOptional<string | null>;
  declare createdAt: Date;
}

export function initOutgoingEvent(sequelize: Sequelize): void {
  (class extends OutgoingEvent {}).init(
    {
      id: { type: DataTypes.BIGINT, autoIncrement: true, primaryKey: true },
      projectId: DataTypes.INTEGER,
      type: { type: DataTypes.STRING(64), allowNull: false },
      subject: { type: DataTypes.STRING(190), allowNull: false },
      revision: { type: DataTypes.BIGINT, defaultValue: null },
      actor: { type: DataTypes.STRING(64), allowNull: false },
      data: { type: DataTypes.TEXT('medium'), allowNull: false },
      minuteKey: { type: DataTypes.STRING(64), defaultValue: null },
      createdAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'OutgoingEvent', tableName: 'outgoing_events', timestamps: false },
  );
}
