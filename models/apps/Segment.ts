import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

/** A named list of conditions that the flags of one app share. */
export class Segment extends Model<InferAttributes<Segment>, InferCreationAttributes<Segment>> {
  declare id: CreationOptional<number>;
  declare appId: number;
  declare segmentKey: string;
  declare name: CreationOptional<string | null>;
  /** JSON text, evaluated in memory and never searched. */
  declare conditions: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

export function initSegment(sequelize: Sequelize): void {
  (class extends Segment {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      appId: { type: DataTypes.INTEGER, allowNull: false },
      segmentKey: { type: DataTypes.STRING(100), allowNull: false },
      name: { type: DataTypes.STRING(200), defaultValue: null },
      conditions: { type: DataTypes.TEXT, allowNull: false },
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'Segment', tableName: 'segments' },
  );
}
