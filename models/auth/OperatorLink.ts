import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** `invite` sets the first password of an operator, `reset` a new one. */
export type OperatorLinkKind = 'invite' | 'reset';

/** The one link by which an operator may set a password. Neither the link nor its token is stored: see `operator-links.ts`. */
export class OperatorLink extends Model<InferAttributes<OperatorLink>, InferCreationAttributes<OperatorLink>> {
  declare operatorId: number;
  declare kind: OperatorLinkKind;
  /** A random part of the token; null when the link was used or voided. */
  declare nonce: CreationOptional<string | null>;
  /** The address that it was sent to. */
  declare email: string;
  declare expiresAt: Date;
  /** Links that were sent since `sendsSince`, which bounds the mails to one operator. */
  declare sends: number;
  declare sendsSince: Date;
}

export function initOperatorLink(sequelize: Sequelize): void {
  (class extends OperatorLink {}).init(
    {
      operatorId: { type: DataTypes.INTEGER, primaryKey: true },
      kind: { type: DataTypes.STRING(8), allowNull: false },
      nonce: { type: DataTypes.STRING(32), defaultValue: null },
      email: { type: DataTypes.STRING(254), allowNull: false },
      expiresAt: { type: DataTypes.DATE(3), allowNull: false },
      sends: { type: DataTypes.INTEGER, allowNull: false },
      sendsSince: { type: DataTypes.DATE(3), allowNull: false },
    },
    { sequelize, modelName: 'OperatorLink', tableName: 'operator_links', timestamps: false },
  );
}
