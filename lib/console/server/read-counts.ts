import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { ConsoleCounts } from '../model/console-overview.ts'
import { findTasks, type TaskPorts } from './overview/find-tasks.ts'

type Ports = Pick<PlatformPorts, 'db' | 'clock'> & TaskPorts

const dayMs = 24 * 60 * 60_000

/** Counts what the console's pages list. */
export async function readCounts(ports: Ports): Promise<ConsoleCounts> {
  const { db, clock, skills } = ports
  const now = new Date(clock.now())
  const since = new Date(now.getTime() - dayMs)
  const inForce = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }
  const [{ tasks_total: tasks }, executions, running, queued, all, profiles, credentials, agentKeys, messages] =
    await Promise.all([
      findTasks(ports, now),
      db.execution.count({ where: { startedAt: { gt: since } } }),
      db.execution.count({ where: { status: 'running' } }),
      db.execution.count({ where: { status: 'pending' } }),
      skills.all(),
      db.profile.count({ where: inForce }),
      db.credential.count(),
      db.agentKey.count({ where: inForce }),
      db.operatorMessage.count({ where: { readAt: null } }),
    ])
  return {
    tasks: Object.values(tasks).reduce((sum, count) => sum + count, 0),
    executions,
    running,
    queued,
    skills: all.length,
    profiles,
    credentials,
    agent_keys: agentKeys,
    messages,
  }
}
