import { SqliteHandle } from '../server/platform/db/sqlite-handle.ts';
import { openSqliteStore, createSqliteTables } from './support/sqlite-store.ts';
import { rmSync, mkdtempSync } from 'node:fs';
const d = mkdtempSync('/tmp/rss-');
const h = new SqliteHandle(d + '/x.db');
h.run('create table t(id integer primary key, a text, b text)', []);
const rss = () => Math.round(process.memoryUsage.rss() / 1e6);
console.log('start', rss());
for (let r = 0; r < 5; r++) { const t = performance.now(); for (let i = 0; i < 40000; i++) { h.run(`select t.id, t.a, t.b from t left join t u on u.id=t.id where t.id=${r * 40000 + i} order by t.a limit 10`, []); if(i%200===0) await new Promise(setImmediate); } console.log(r, rss(), ((performance.now() - t) / 40).toFixed(1), 'us'); }
const s = openSqliteStore(d + '/y.db'); await createSqliteTables(s);
for (let r = 0; r < 4; r++) { const t = performance.now(); for (let i = 0; i < 3000; i++) await s.Entry.findByPk(r*3000+i); console.log('findByPk', rss(), ((performance.now() - t) / 3).toFixed(1), 'us'); }
for (let r = 0; r < 2; r++) { const t = performance.now(); for (let i = 0; i < 500; i++) await s.sequelize.transaction(async () => {}); console.log('empty tx', ((performance.now() - t) / .5).toFixed(1), 'us'); }
for (let r = 0; r < 2; r++) { const t = performance.now(); for (let i = 0; i < 500; i++) await s.sequelize.transaction({type:'DEFERRED' as never}, async () => {}); console.log('empty deferred tx', ((performance.now() - t) / .5).toFixed(1), 'us'); }
await s.sequelize.close(); h.close(); rmSync(d, { recursive: true });
