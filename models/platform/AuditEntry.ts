import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** An action with its actor, its time and the state before it. Rows are only added. */
export class AuditEntry extends Model<InferAttributes<AuditEntry>, InferCreationAttributes<AuditEntry>> {
  declare id: CreationOptional<number>;
  /** null for an action that belongs to no project. */
  declare projectId: number | null;
  /** Stable, such as `login.locked`. */
  declare action: string;
  /** `anonymous`, or the kind and id of the actor: `operator:7`, `key:dk_ab12cd34`. */
  declare actor: string;
  /** The row or phone that the action changed: `user:8d1f…`. */
  declare subject: string;
  /** JSON. */
  declare details: string;
  declare actorName: CreationOptional<string | null>;
  /** The part of the subject concerned: `flag:checkout`. */
  declare target: CreationOptional<string | null>;
  /** The network of the sender: `203.0.113.0/24`. */
  declare address: CreationOptional<string | null>;
  declare requestId: string | null;
  /** The revision of the subject after the action; null for an action that changes no row. */
  declare revision: CreationOptional<number | null>;
  declare createdAt: Date;
}

export function initAuditEntry(sequelize: Sequelize): void {
  (class extends AuditEntry {}).init(
    {
      id: { type: DataTypes.BIGINT, autoIncrement: true, primaryKey: true },
      projectId: DataTypes.INTEGER,
      action: { type: DataTypes.STRING(64), allowNull: false },
      actor: { type: DataTypes.STRING(64), allowNull: false },
      subject: { type: DataTypes.STRING(190), allowNull: false },
      details: { type: DataTypes.TEXT('medium'), allowNull: false },
      actorName: { type: DataTypes.STRING(100), defaultValue: null },
      target: { type: DataTypes.STRING(190), defaultValue: null },
      address: { type: DataTypes.STRING(45), defaultValue: null },
      requestId: DataTypes.STRING(128),
      revision: { type: DataTypes.BIGINT, defaultValue: null },
      createdAt: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'AuditEntry', tableName: 'audit_log', timestamps: false },
  );
}
