import type { QueryInterface } from 'sequelize';

/** A date as the models write it: without this, Sequelize drops the milliseconds on MySQL. */
export function dateText(queryInterface: QueryInterface, date: Date): string {
  const text = date.toISOString().replace('T', ' ').slice(0, -1);
  return queryInterface.sequelize.getDialect() === 'mysql' ? text : `${text} +00:00`;
}
