import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { boundCallLog } from '#lib/agents/server/messages/call-log.ts'
import { sweepUnlocked } from '#lib/agents/server/profiles/sweep-unlocked.ts'
import { forgetUnusedScripts } from '#lib/agents/server/scripts/forget-scripts.ts'
import { forgetRequests } from '#lib/agents/server/scripts/keep-scripts.ts'
import { forgetSessions } from '#lib/agents/server/tools/mcp/session-store.ts'
import { forgetOffers } from '#lib/agents/server/tools/stored-offers.ts'
import { sumUpUsage } from '#lib/console/server/cost/usage-sums.ts'
import { rollUpHours } from '#lib/console/server/overview/roll-up-hours.ts'
import type { AuditChecks } from '#lib/platform/server/audit/audit-checks.ts'
import type { Auth } from '#lib/platform/server/auth/auth.ts'
import { deleteExpiredGuests } from '#lib/platform/server/auth/guest.ts'
import { boundServerLog } from '#lib/platform/server/db/embedded/server-process.ts'
import { forgetLanes } from '#lib/skills/server/executions/booked-starts.ts'
import { forgetUnnamedAnswers } from '#lib/skills/server/executions/forget-answers.ts'
import { finishAbandoned } from '#lib/skills/server/executions/instance.ts'
import { keepLooking } from '#lib/skills/server/executions/keep-looking.ts'
import { pruneExecutions } from '#lib/skills/server/executions/prune-executions.ts'
import type { Log } from '#runner/core/ports.ts'
import type { Executions } from './open-executions.ts'
import type { Foundation } from './open-foundation.ts'
import type { Skills } from './open-skills.ts'

const housekeepingMs = 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000
/** Unused releases are kept for a day: a process that just loaded one may be about to run it. */
const unusedReleaseMs = dayMs
/** To find them, all journals are read. */
const unnamedAnswersMs = dayMs

type House = Pick<Foundation, 'env' | 'db' | 'audit' | 'instance' | 'clock' | 'log' | 'draining'> &
  Pick<Skills, 'releases'> &
  Pick<Executions, 'answers' | 'confirmations'> & {
    readonly auth: Auth
    /** Only the long-running app counts executions by hour and deletes old ones. */
    readonly isApp: boolean
  }

/**
 * Ends the executions of dead processes and removes what has expired: now, and every hour until `opened` is disposed.
 * Gives back memory when the process is idle.
 */
export async function keepHouse(house: House, opened: AsyncDisposableStack): Promise<void> {
  const { env, db, audit, instance, clock, log, draining, releases, answers, confirmations, auth } = house
  const report = (counts: Readonly<Record<string, number>>) => {
    if (Object.values(counts).some((count) => count > 0)) log.info('housekeeping', counts)
  }
  const sweep = async () => {
    const abandonedExecutions = await finishAbandoned(db, instance.instanceId, audit)
    const { guests: expiredGuests } = await deleteExpiredGuests(auth.ports)
    const oldAnswers = await answers.sweep()
    const oldReleases = await releases.removeUnused(new Date(clock.now() - unusedReleaseMs))
    const oldConfirmations = await confirmations.removeExpired()
    const unlockedProfiles = await sweepUnlocked({ db, audit, clock }, env.agents.unlockedDays)
    const oldRequests = await forgetRequests({ db, clock })
    const oldCallLogs = await boundCallLog(
      join(env.dataDir, 'call-log'),
      new Date(clock.now() - env.executionDays * dayMs),
    )
    if (env.databaseUrl === undefined) boundServerLog(env.dataDir)
    await Promise.all([forgetLanes(db), forgetOffers(db), forgetSessions(db)])
    if (house.isApp) {
      await rollUpHours({ db, clock })
      await sumUpUsage({ db, clock })
    }
    const old = { oldAnswers, oldReleases, oldConfirmations, oldRequests, oldCallLogs }
    report({ abandonedExecutions, expiredGuests, unlockedProfiles, ...old })
  }
  collectWhenIdle(opened)
  await sweep()
  const housekeeping = setInterval(() => {
    sweep().catch((cause: unknown) => log.error('housekeeping failed', { cause }))
  }, housekeepingMs)
  housekeeping.unref()
  opened.defer(() => clearInterval(housekeeping))
  if (!house.isApp || env.role === 'web') return
  // Not awaited: after a year, there may be hours of it.
  const leaving = new AbortController()
  const pace = { signal: AbortSignal.any([leaving.signal, draining.signal]) }
  const ages = { journalDays: env.journal.days, executionDays: env.executionDays }
  let searchedMs = Number.NEGATIVE_INFINITY
  const prune = async () => {
    report({ ...(await pruneExecutions({ db, clock }, ages, pace)), oldScripts: await forgetUnusedScripts(db, pace) })
    if (clock.now() - searchedMs < unnamedAnswersMs) return
    searchedMs = clock.now()
    report({ unnamedAnswers: await forgetUnnamedAnswers({ db, clock }, pace) })
  }
  const stop = keepLooking({ look: prune, everyMs: housekeepingMs, name: 'pruning', instance, log })
  opened.defer(() => {
    leaving.abort()
    return stop()
  })
}

const collectMs = 2 * 60_000
/** The share of its time that an idle process works. */
const idleShare = 0.05

/**
 * Gives back what an idle process no longer needs, such as expired answers, and the holes between what it needs. V8
 * collects when a program makes new objects, and an idle one makes few. Takes a quarter of a second. Only with Node's
 * `--expose-gc`.
 */
export function collectWhenIdle(opened: DisposableStack | AsyncDisposableStack): void {
  const { gc } = globalThis
  if (gc === undefined) return
  let looked = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    if (performance.eventLoopUtilization(now, looked).utilization < idleShare)
      gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    looked = now
  }, collectMs)
  timer.unref()
  opened.defer(() => clearInterval(timer))
}

/** Checks the whole audit trail once a day, until `opened` is disposed. */
export function keepChecking(checks: AuditChecks, log: Pick<Log, 'warn'>, opened: AsyncDisposableStack): void {
  const look = () => {
    checks.startIfDue().catch((cause: unknown) => log.warn('the last check of the audit trail is not known', { cause }))
  }
  look()
  const timer = setInterval(look, housekeepingMs).unref()
  opened.defer(() => clearInterval(timer))
}
