import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const DEPLOY = path.join(import.meta.dirname, '../../../deploy');
const RULES = 'prometheus/diwan.rules.yml';
const DASHBOARD = 'grafana/diwan.json';

/** An expression of a rule or of a panel, with the name of that. */
export interface Expression {
  readonly name: string;
  readonly expr: string;
}

/** The alerts of `deploy/prometheus`. */
export function alertExpressions(): Expression[] {
  const { groups }: { groups: { rules: { alert: string; expr: string }[] }[] } = parse(readFileSync(path.join(DEPLOY, RULES), 'utf8'));
  return groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ name: alert, expr })));
}

/** The queries of the panels of `deploy/grafana`. */
export function panelExpressions(): Expression[] {
  const { panels }: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(
    readFileSync(path.join(DEPLOY, DASHBOARD), 'utf8'),
  );
  return panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ name: title, expr })));
}

/** The metrics that an expression reads: everything that is neither a function, a label, a text nor a number. */
export function metricsIn({ expr }: Expression): string[] {
  const bare = expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]|\boffset \w+/g, ' ')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  const names = [...bare.matchAll(/[a-z_:][\w:]*(?!\s*\()\b(?!\s*\()/gi)].map(([name]) => name);
  return [...new Set(names.filter((name) => !['and', 'or', 'unless', 'by'].includes(name)))];
}
