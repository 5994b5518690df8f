import { createManageMessages } from '#lib/agents/server/messages/manage-messages.ts'
import { openChannel } from '#lib/agents/server/messages/open-channel.ts'
import { openDeliveries } from '#lib/agents/server/messages/open-deliveries.ts'
import { openAlerts } from '#lib/console/server/alerts/alert-operators.ts'
import { readAlerts, testAlert } from '#lib/console/server/alerts/choose-alerts.ts'
import { createMoving } from '#lib/console/server/moving/moving.ts'
import { findTasks } from '#lib/console/server/overview/find-tasks.ts'
import { createAuditChecks } from '#lib/platform/server/audit/audit-checks.ts'
import { auditKeysOf } from '#lib/platform/server/audit/audit-macs.ts'
import { createConsoleTokens } from '#lib/platform/server/auth/console-tokens.ts'
import type { Context } from '#lib/platform/server/auth/context.ts'
import { createBackups } from '#lib/platform/server/backup/schedule/backups.ts'
import { tunnelEnvironment } from '#lib/platform/server/env/env.ts'
import { readProjectVersion } from '#lib/platform/server/env/project-root.ts'
import { recordStart } from '#lib/platform/server/health/app-starts.ts'
import { createHealthCheck, HealthProblem } from '#lib/platform/server/health/check-health.ts'
import { createOriginCheck, tellForeignOrigins } from '#lib/platform/server/http/origin.ts'
import { createRateLimits } from '#lib/platform/server/http/rate-limit.ts'
import { createMetrics } from '#lib/platform/server/metrics/create-metrics.ts'
import { installQueue } from '#lib/platform/server/queue/open-queue.ts'
import { keysFromEnvironment } from '#lib/platform/server/secrets/instance-secrets.ts'
import { createTunnel } from '#lib/platform/server/tunnel/tunnel.ts'
import { createKeyRotation } from '#lib/platform/server/vault/key-rotation.ts'
import { keepTakingOver } from '#lib/skills/server/executions/keep-taking-over.ts'
import { createPublishedSkills } from '#lib/skills/server/sources/published-skills.ts'
import { keepChecking, keepHouse } from './keep-house.ts'
import { openAuth, publicUrlOf } from './open-accounts.ts'
import { openAgents } from './open-agents.ts'
import type { ComposeOptions } from './open-base.ts'
import { openInstaller } from './open-installer.ts'
import { openRunning } from './open-running.ts'
import { openTravel } from './open-travel.ts'

/**
 * The services of the app and the command line. Built once per process; disposing them stops everything they started.
 */
export type Services = Awaited<ReturnType<typeof compose>>

/** Enough of each kind for an alert, which counts the rest. */
const mostInAlerts = 100

/** Builds every service from the environment. On failure, closes those that it has opened. */
export async function compose(options: ComposeOptions) {
  await using opened = new AsyncDisposableStack()
  const metrics = createMetrics()
  const { foundation, skills: source, executions } = await openRunning({ ...options, metrics }, opened)
  const { env, db, database, secrets, audit, instance, diskRoom, draining, clock, log } = foundation
  const limits = createRateLimits({ pool: db.pool })
  const { taking, runScripts, stopClaiming, ...forAgents } = openAgents(foundation, source, executions, limits, opened)

  const publicUrl = publicUrlOf(env, log)
  const auth = openAuth(foundation, limits, publicUrl)
  await keepHouse({ ...foundation, ...source, ...executions, auth, isApp: options.takesOver ?? false }, opened)

  const { seals, unrecorded } = executions
  const works = env.role !== 'web'
  const stopTakingOver = options.takesOver
    ? keepTakingOver({
        ...{ db, instance: source.worker, seals, unrecorded, audit, runner: taking, log },
        onLeft: foundation.events.onLeft,
        takes: works,
      })
    : async () => {}
  // Stops before the runtimes close: closing them interrupts executions, which only other processes should take over.
  opened.defer(async () => {
    executions.stopping.abort()
    await stopTakingOver()
  })

  const { work: workForTravelers, ...travel } = openTravel(foundation, source, executions, limits, opened)
  const channel = env.operator.channel && openChannel(env.operator.channel)
  const auditChecks = createAuditChecks({ ...foundation, keys: auditKeysOf(secrets), dataDir: env.dataDir })
  const backups = createBackups({
    ...{ db, audit, clock, randomBytes: foundation.randomBytes },
    ...{ lock: env.backups.lock, s3Key: env.backups.s3Key },
    instance: {
      ...{ dataDir: env.dataDir, filesDir: env.filesDir, databaseUrl: database.url },
      keysFromEnvironment: keysFromEnvironment(env),
    },
  })
  const tunnel = createTunnel({
    ...{ env, environment: tunnelEnvironment(), db, audit, clock, randomBytes: foundation.randomBytes, log },
  })
  opened.use(tunnel)
  // What takes jobs. It stops before the rest.
  const work = opened.use(new AsyncDisposableStack())
  if (options.takesOver) {
    const version = readProjectVersion(foundation.projectRoot)
    metrics.watchProcess()
    await tunnel.endLeft()
    await recordStart(foundation, { version, settings: env.settings })
    keepChecking(auditChecks, log, opened)
    void executions.commands.open()
    opened.use(runScripts({ claims: works }))
    if (!works) await installQueue(database.url)
  }
  if (options.takesOver && works) {
    work.use(await backups.open(database.url, log))
    work.use(await openDeliveries({ databaseUrl: database.url, db, audit, channel, clock, log }))
    work.use(
      openAlerts(
        {
          ...{ db, clock, randomBytes: foundation.randomBytes },
          mode: async () => (await readAlerts(db, env)).mode,
          findTasks: async () =>
            (await findTasks({ ...source, db, diskRoom, audit }, new Date(clock.now()), mostInAlerts)).tasks,
        },
        log,
      ),
    )
    await workForTravelers(database.url, work)
  }

  const { egress, embedded, runtimes, containers, commands } = executions
  const { runner, executor, replay, invokeSkill, answers, agentSkills, agentSecrets } = executions
  const { skills, approvals, releases, vault } = source
  const { config, tracing } = foundation
  const stack = opened.move()
  return {
    env,
    config,
    log,
    clock,
    db,
    places: foundation.places,
    gazetteer: foundation.gazetteer,
    ...travel,
    ...forAgents,
    skills,
    publishedSkills: createPublishedSkills({ skills, config }),
    approvals,
    releases,
    installer: openInstaller(foundation, source, async () => executions.egress),
    sources: source.sourceStatuses,
    vault,
    keyRotation: createKeyRotation({ vault, log }),
    runner,
    runtimes,
    executor,
    containers,
    replay,
    invokeSkill,
    answers,
    publicUrl,
    auth,
    consoleTokens: createConsoleTokens(auth.ports),
    audit,
    auditChecks,
    agentSkills,
    agentSecrets,
    backups,
    tunnel,
    moving: createMoving({
      ...{ db, audit, clock, randomBytes: foundation.randomBytes, ring: vault.ring, dataDir: env.dataDir },
      ...{ seals: executions.seals, events: foundation.events, languages: forAgents.scriptLanguages },
      version: readProjectVersion(foundation.projectRoot),
      host: publicUrl?.host ?? null,
    }),
    testAlert: (context: Context) => testAlert(foundation, context),
    manageMessages: createManageMessages({ db, audit, clock, channel: channel?.name }),
    limits,
    checkOrigin: createOriginCheck({ publicUrl, onForeign: tellForeignOrigins(log) }),
    diskRoom,
    metrics,
    tracing,
    health: createHealthCheck({
      probes: {
        database: async () => {
          await db.$queryRaw`select 1`
          if (!instance.isPresent()) throw new Error('the instance has lost its database connection')
        },
        runner: async () => void (await Promise.all(embedded.map((runtime) => runtime.probe()))),
        gateway: async () => {
          const problem = source.keyProblem()
          if (problem !== undefined) throw new HealthProblem(problem)
          await egress.probe()
        },
        disk: async () => {
          const problem = diskRoom.problem()
          if (problem !== undefined) throw new HealthProblem(problem)
        },
      },
      draining: draining.signal,
      containers: containers.status,
      programs: commands.status,
      now: clock.monotonic,
      onFailure: (check, cause) => log.error(`health: ${check} is failing`, { cause }),
    }),
    draining: draining.signal,
    async drain() {
      draining.abort()
      await Promise.all([stopClaiming(), stopTakingOver(), work.disposeAsync()])
      await executions.ended()
      executions.stopping.abort()
      // Before the server stops to listen: a request through the tunnel would keep it waiting.
      await tunnel[Symbol.asyncDispose]()
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
