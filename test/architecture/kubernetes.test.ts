import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { CONFIG_VARIABLES, readConfig } from '../../server/config/read-config.ts';
import { OPS_PATHS } from '../../server/platform/openapi/ops-endpoints.ts';
import { RANDOM } from '../support/config/config-env.ts';
import { files, ROOT, read } from './source.ts';

/** No cluster can be run here: what the manifests name is compared with what there is. */

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
}

interface Container {
  readonly command?: readonly string[];
  readonly envFrom: readonly { readonly configMapRef?: { readonly name: string }; readonly secretRef?: { readonly name: string } }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: object;
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string; readonly secret?: { readonly secretName: string } }[];
}

type Labels = Readonly<Record<string, string>>;

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data: Labels;
  readonly spec: {
    readonly replicas: number;
    readonly maxUnavailable: number;
    readonly selector: Labels & { readonly matchLabels: Labels };
    readonly ports: readonly { readonly targetPort: string }[];
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
  };
}

const FOLDER = 'deploy/kubernetes';
const PAGE = read('docs/kubernetes.md');
/** The settings that docs/kubernetes.md puts into the Secret. */
const SECRETS = {
  DATABASE_URL: 'mysql://diwan:pw@db/diwan',
  OTP_PEPPER: RANDOM,
  ADMIN_API_KEY: RANDOM,
  METRICS_TOKEN: RANDOM,
  SMS_ACCOUNT_SID: 'AC0123',
  SMS_AUTH_TOKEN: 'auth-token',
  SMS_FROM: '+15550100000',
};
/** The process ends at the latest so many seconds after its drain. */
const FINISH_SECONDS = 10;

describe('the Kubernetes manifests', () => {
  const parsed = files(FOLDER).map((file) => ({ file, documents: parseAllDocuments(read(file)) }));
  const manifests = parsed.flatMap(({ documents }) => documents.map((document) => document.toJS() as Manifest));
  const the = (kind: string): Manifest => {
    const found = manifests.filter((manifest) => manifest.kind === kind);
    assert.equal(found.length, 1, kind);
    return found[0] as Manifest;
  };
  const settings = the('ConfigMap').data;
  const pod = the('Deployment').spec.template.spec;
  const [server] = pod.containers;
  const [migration] = the('Job').spec.template.spec.containers;
  const config = readConfig({ ...settings, ...SECRETS });

  it('are valid YAML, one object in each file', () => {
    for (const { file, documents } of parsed) {
      assert.match(file, /\.yaml$/);
      assert.equal(documents.length, 1, file);
      assert.deepEqual(
        documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]),
        [],
        file,
      );
    }
    const kinds = ['ConfigMap', 'Deployment', 'Job', 'PodDisruptionBudget', 'Service'];
    assert.deepEqual(manifests.map(({ kind }) => kind).toSorted(), kinds);
  });

  it('set known settings that start a server with the Secret', () => {
    const known = CONFIG_VARIABLES.map(({ name }) => name);
    for (const [name, value] of Object.entries(settings)) assert.ok(known.includes(name) && typeof value === 'string', name);
    assert.equal(config.env, 'production');
    assert.equal(config.autoMigrate, false, 'the Job migrates');
    for (const name of Object.keys(SECRETS)) {
      assert.equal(settings[name], undefined, `${name} is a secret`);
      assert.ok(PAGE.includes(`\`${name}\``), name);
    }
    for (const { envFrom } of [server, migration])
      assert.deepEqual(envFrom, [{ configMapRef: { name: the('ConfigMap').metadata.name } }, { secretRef: { name: 'diwan' } }]);
  });

  it('check the paths and the port of the server', () => {
    const [port] = server.ports;
    assert.equal(port?.containerPort, config.http.port);
    assert.match(read('Dockerfile'), new RegExp(`^EXPOSE ${config.http.port}$`, 'm'));
    assert.equal(the('Service').spec.ports[0]?.targetPort, port?.name);
    for (const probe of [server.startupProbe, server.readinessProbe, server.livenessProbe]) assert.equal(probe.httpGet.port, port?.name);
    const { health, ready } = OPS_PATHS;
    assert.deepEqual(
      [server.startupProbe, server.readinessProbe, server.livenessProbe].map(({ httpGet }) => httpGet.path),
      [health, ready, health],
    );
  });

  it('leave time for the drain and to notice it', () => {
    const { drainSeconds } = config.http;
    assert.ok(pod.terminationGracePeriodSeconds > drainSeconds + FINISH_SECONDS);
    const { periodSeconds, failureThreshold } = server.readinessProbe;
    assert.ok(periodSeconds * failureThreshold < drainSeconds);
  });

  it('select the servers, but not the migration', () => {
    const { labels } = the('Deployment').spec.template.metadata;
    const selects = (selector: Labels, by: Labels): boolean => Object.entries(selector).every(([name, value]) => by[name] === value);
    const selectors = [
      the('Deployment').spec.selector.matchLabels,
      the('PodDisruptionBudget').spec.selector.matchLabels,
      the('Service').spec.selector,
    ];
    for (const selector of selectors) {
      assert.ok(selects(selector, labels));
      assert.ok(!selects(selector, the('Job').spec.template.metadata.labels));
    }
    assert.ok(the('PodDisruptionBudget').spec.maxUnavailable < the('Deployment').spec.replicas);
  });

  it('run a command of the image and mount its files', () => {
    const [runtime, script = ''] = migration.command ?? [];
    assert.equal(runtime, 'node');
    assert.ok(existsSync(path.join(ROOT, script.replace(/^dist\//, '').replace(/\.js$/, '.ts'))), script);
    const folderOf = (volume: string): string => server.volumeMounts.find(({ name }) => name === volume)?.mountPath ?? '';
    assert.equal(path.dirname(config.keys.jwtKeysFile ?? ''), folderOf('keys'));
    assert.match(read('Dockerfile'), new RegExp(`^ENV .*DATA_DIR=${folderOf('data')}$`, 'm'));
    assert.deepEqual(server.volumeMounts.map(({ name }) => name).toSorted(), pod.volumes.map(({ name }) => name).toSorted());
    const secret = pod.volumes.find(({ name }) => name === 'keys')?.secret?.secretName ?? '';
    assert.ok(PAGE.includes(`\`${secret}\``), secret);
  });
});
