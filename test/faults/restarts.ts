import { Agent } from 'node:http';
import { requestsTo } from '../flows/processes/rolling-restart.ts';
import { type Launched, launchBeside, relaunch } from '../flows/support.ts';
import { startMariaDb } from '../support/databases/mariadb.ts';
import { endProcesses, until } from '../support/programs/process.ts';
import { type Balancing, startBalancingHaproxy, startNginx } from './balancers.ts';
import type { Fault, FaultResult, ServerName } from './fault.ts';
import { startReads } from './reads.ts';
import { prepareScene, type Scene, underLoad } from './scene.ts';

const WRITES_PER_SECOND = 10;
const READS_PER_SECOND = 20;
const ROUNDS = 20;

interface Setup {
  readonly drainSeconds: number;
  startBalancer(ports: readonly number[]): Promise<Balancing>;
}

type Note = (line: string) => void;

/** Restarts three processes in turn, `count` times each. Every request that is not answered as without a restart counts as refused. */
async function restartUnderLoad({ drainSeconds, startBalancer }: Setup, count: number, note: Note): Promise<FaultResult> {
  const database = await startMariaDb();
  try {
    const databaseUrl = await database.createDatabase();
    const scene = await prepareScene(databaseUrl);
    const servers = await startThree(scene, drainSeconds);
    const balancer = await startBalancer(servers.map(({ env }) => Number(env['PORT'])));
    const reads = startReads(balancer.url, READS_PER_SECOND);
    const writes = await underLoad(
      { server: scene.server, target: { ...scene.target, url: balancer.url, agent: alternating() } },
      {
        perSecond: WRITES_PER_SECOND,
        nodes: [{ name: 'mariadb', url: databaseUrl }],
        rounds: () => restartAll(servers, count, note),
        settle: () => reads.stop(),
      },
    );
    await balancer.stop();
    await Promise.all(servers.map((server) => server.end()));
    return {
      ...writes,
      slowestAnswerMs: Math.max(writes.slowestAnswerMs, reads.slowestAnswerMs()),
      refusals: { ...writes.refusals, ...reads.refusals },
      remarks: `${count * servers.length} restarts, ${reads.sent()} reads, ${writes.acknowledged} writes`,
    };
  } finally {
    endProcesses();
    await database.stop();
  }
}

async function startThree({ server }: Scene, drainSeconds: number): Promise<Launched[]> {
  const env = { ...server.env, SHUTDOWN_DRAIN_SECONDS: String(drainSeconds), TRUST_PROXY: '1' };
  await server.end();
  const first = await relaunch(env);
  return [first, await launchBeside(first), await launchBeside(first)];
}

/** Every second write goes over a new connection. */
function alternating(): () => Agent {
  const agents = [new Agent({ keepAlive: true }), new Agent()] as const;
  let turn = 0;
  return () => {
    turn += 1;
    return agents[turn % 2 === 0 ? 0 : 1];
  };
}

async function restartAll(servers: Launched[], count: number, note: Note): Promise<void> {
  for (let round = 1; round <= count; round += 1) {
    for (const [index, server] of servers.entries()) {
      const { code } = await server.end('SIGTERM');
      if (code !== 0) throw new Error(`A server ended with code ${code}:\n${server.output()}`);
      const restarted = await relaunch(server.env);
      servers[index] = restarted;
      // the balancer sends requests to it again
      const before = await requestsTo(restarted);
      await until(async () => (await requestsTo(restarted)) > before, restarted.output, 60_000);
    }
    note(`round ${round}`);
  }
}

function rollingRestart(name: string, needs: ServerName, setup: Setup): Fault {
  return {
    name,
    needs: ['mariadb', needs],
    rounds: ROUNDS,
    bars: { refusals: 0 },
    run: (count, note) => restartUnderLoad(setup, count, note),
  };
}

function behindHaproxy(checkSeconds: number, drainSeconds: number): Fault {
  return rollingRestart(`restarts-haproxy-${checkSeconds}s`, 'haproxy', {
    drainSeconds,
    startBalancer: (ports) => startBalancingHaproxy(ports, checkSeconds),
  });
}

export const restartFaults: readonly Fault[] = [
  rollingRestart('restarts-nginx', 'nginx', { drainSeconds: 3, startBalancer: (ports) => startNginx(ports, 12) }),
  behindHaproxy(1, 3),
  behindHaproxy(5, 12),
];
