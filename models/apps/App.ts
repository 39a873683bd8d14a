import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

export type AppPlatform = 'android' | 'ios' | 'both';

/** A mobile app. */
export class App extends Model<InferAttributes<App>, InferCreationAttributes<App>> {
  declare id: CreationOptional<number>;
  /**
   * null only until the next start, for an app that a server of the release before created: it belongs to the default project. Not
   * `projectId`, which every query would have to name: public look-ups know the slug alone, and `requireReach` guards the others.
   */
  declare homeProjectId: CreationOptional<number | null>;
  declare slug: string;
  declare name: string;
  declare platform: AppPlatform;
  declare packageName: string;
  declare currentVersion: CreationOptional<string>;
  declare currentVersionCode: CreationOptional<number>;
  declare storeUrl: CreationOptional<string>;
  declare isActive: CreationOptional<boolean>;
  /** Higher than any other after each change that a public read may show; processes compare it with the revision of their copy. */
  declare revision: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

export function initApp(sequelize: Sequelize): void {
  (class extends App {}).init(
    {
      id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
      homeProjectId: { type: DataTypes.INTEGER, field: 'project_id', defaultValue: null },
      slug: { type: DataTypes.STRING(64), allowNull: false },
      name: { type: DataTypes.STRING(200), allowNull: false },
      platform: { type: DataTypes.STRING(16), allowNull: false },
      packageName: { type: DataTypes.STRING(255), allowNull: false },
      currentVersion: { type: DataTypes.STRING(64), allowNull: false, defaultValue: '0.0.0' },
      currentVersionCode: { type: DataTypes.BIGINT, allowNull: false, defaultValue: 0 },
      storeUrl: { type: DataTypes.STRING(2048), allowNull: false, defaultValue: '' },
      isActive: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
      revision: { type: DataTypes.BIGINT, allowNull: false, defaultValue: 1 },
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, modelName: 'App', tableName: 'apps' },
  );
}
