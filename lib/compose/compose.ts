import { join } from 'node:path'
import type { AgentAuth } from '#lib/agent-api/agent-call.ts'
import { knowsClients, type ProfileDoor, setupCodeOf } from '#lib/agent-api/may-create-profile.ts'
import { type AlertMail, createAlertMail } from '#lib/alert-mail/alert-mail.ts'
import { openAlertMails } from '#lib/alert-mail/open-alert-mails.ts'
import { openAlertPush } from '#lib/alert-push/open-alert-push.ts'
import { openAlertPushes } from '#lib/alert-push/open-alert-pushes.ts'
import type { AlertPush } from '#lib/alert-push/push-subscriptions.ts'
import { createAppendAudit } from '#lib/audit/append-audit.ts'
import { auditKeysOf } from '#lib/audit/audit-keys.ts'
import { createAuditMacs } from '#lib/audit/audit-macs.ts'
import { type OpenAuditTrail, openAuditTrail } from '#lib/audit/open-audit-trail.ts'
import { type Auth, createAuth } from '#lib/auth/auth.ts'
import { deleteExpiredGuests } from '#lib/auth/guest.ts'
import { createPasswords } from '#lib/auth/password.ts'
import { baseUrlOf } from '#lib/auth/print-operator-token.ts'
import { type AreaMaps, createAreaMaps } from '#lib/chart/area-maps.ts'
import { createStripCharts, type StripCharts } from '#lib/chart/strip-charts.ts'
import { type ConfirmationDesk, createConfirmationDesk } from '#lib/confirmations/confirmation-desk.ts'
import { type ConsoleExecutions, createConsoleExecutions } from '#lib/console/executions/console-executions.ts'
import { rollUpHours } from '#lib/console/overview/roll-up-hours.ts'
import { acquireDatabase } from '#lib/db/acquire-database.ts'
import { createDatabaseClient, type DatabaseClient } from '#lib/db/client.ts'
import { applyMigrations } from '#lib/db/migrate.ts'
import type { Env } from '#lib/env/env.ts'
import { readProjectVersion } from '#lib/env/project-version.ts'
import { readTravelConfig } from '#lib/env/read-travel-config.ts'
import { createExecutionStore } from '#lib/executions/execution-store.ts'
import { finishAbandoned, joinInstances, liveInstances } from '#lib/executions/instance.ts'
import { keepTakingOver } from '#lib/executions/keep-taking-over.ts'
import { createRecordSeals, recordKeysOf } from '#lib/executions/record-seals.ts'
import { createRecordingSource } from '#lib/executions/recordings.ts'
import { openEnvFile } from '#lib/files/open-env-file.ts'
import { secureDataFolder } from '#lib/files/secure-data-folder.ts'
import { openReleaseGate } from '#lib/gates/open-release-gate.ts'
import { createVerdictMacs } from '#lib/gates/verdict-macs.ts'
import { createHealthCheck, type Health, HealthProblem } from '#lib/health/check-health.ts'
import { createDiskRoom, type DiskRoom } from '#lib/health/disk-room.ts'
import { createOriginCheck, type OriginCheck } from '#lib/http/origin.ts'
import { createRateLimits, type RateLimits } from '#lib/http/rate-limit.ts'
import { createAnswerStore } from '#lib/journal/answer-store.ts'
import { createLanguageModel } from '#lib/llm/create-language-model.ts'
import { createMailer } from '#lib/mail/mailer.ts'
import { createMemory } from '#lib/memory/create-memory.ts'
import { createCallLog } from '#lib/messages/call-log.ts'
import { createManageMessages, type ManageMessages } from '#lib/messages/manage-messages.ts'
import { openChannel } from '#lib/messages/open-channel.ts'
import { openDeliveries } from '#lib/messages/open-deliveries.ts'
import { createOpenClawGateway } from '#lib/messages/openclaw-gateway.ts'
import { createOpenApi } from '#lib/openapi/create-openapi.ts'
import type { Gazetteer } from '#lib/places/gazetteer.ts'
import { loadGazetteer } from '#lib/places/load-gazetteer.ts'
import { createPlaces, type Places } from '#lib/places/places.ts'
import { createTimeOffsets } from '#lib/places/time-offsets.ts'
import { createManageProfiles, type ManageProfiles } from '#lib/profiles/manage-profiles.ts'
import { loadProfileTemplates, type ProfileTemplate } from '#lib/profiles/profile-templates.ts'
import { createProfiles, type Profiles } from '#lib/profiles/profiles.ts'
import { type Approvals, createApprovals } from '#lib/registry/approvals.ts'
import { createProjectSkills, skillFolders } from '#lib/registry/project-skills.ts'
import { createRegistry, type Registry } from '#lib/registry/registry.ts'
import { createReleaseFiles } from '#lib/registry/release-files.ts'
import { createReleaseStore, type ReleaseStore } from '#lib/registry/release-store.ts'
import { createSkillChanges } from '#lib/registry/skill-changes.ts'
import { openAsking } from '#lib/saved-searches/open-asking.ts'
import { createSavedSearches, type SavedSearches } from '#lib/saved-searches/saved-searches.ts'
import { createExecutionEvents, scriptChannel } from '#lib/scripts/execution-events.ts'
import { forgetRequests } from '#lib/scripts/keep-scripts.ts'
import { openScripts } from '#lib/scripts/open-scripts.ts'
import { createScriptLanguages, type ScriptLanguages } from '#lib/scripts/script-languages.ts'
import { createScriptStore } from '#lib/scripts/script-store.ts'
import type { Scripts } from '#lib/scripts/scripts.ts'
import { createDatePrices, type DatePrices } from '#lib/search/date-prices.ts'
import { createDayPrices, type DayPrices } from '#lib/search/day-prices.ts'
import { hasLiveSource } from '#lib/search/has-live-source.ts'
import { createLatestRates, type LatestRates } from '#lib/search/latest-rates.ts'
import { createNoteAnswer, type NoteAnswer } from '#lib/search/note-answer.ts'
import { createSearchByCapability } from '#lib/search/search-by-capability.ts'
import { createSearchHistory, type SearchHistory } from '#lib/search/search-history.ts'
import { createSearchTurns, type SearchTurns } from '#lib/search/search-turns.ts'
import { createSourceStatuses, type SourceStatuses } from '#lib/search/source-status.ts'
import { createSwitchedOffSource } from '#lib/search/switched-off-source.ts'
import { createDatabaseFingerprints } from '#lib/secrets/database-fingerprints.ts'
import { deriveKey } from '#lib/secrets/derive-key.ts'
import { loadInstanceSecrets } from '#lib/secrets/instance-secrets.ts'
import { createSeal } from '#lib/secrets/seal.ts'
import { createShareCards, type ShareCards } from '#lib/share/share-cards.ts'
import { createAnswerCache } from '#lib/skills/answer-cache.ts'
import { createAnsweredLog } from '#lib/skills/answered-log.ts'
import { createConfirmations } from '#lib/skills/confirmations.ts'
import { createInvokeSkill, type InvokeSkill } from '#lib/skills/invoke-skill.ts'
import { createRefusalLog } from '#lib/skills/refusal-log.ts'
import { type AgentKeys, createAgentKeys } from '#lib/tools/keys/agent-keys.ts'
import { createMcpDoor, type McpDoor } from '#lib/tools/mcp/mcp-door.ts'
import { createRealtimeStarter, type RealtimeStarter } from '#lib/tools/realtime/realtime-starter.ts'
import { createSkillTools, type SkillTools } from '#lib/tools/skill-tools.ts'
import { createTrips, type Trips } from '#lib/trips/trips.ts'
import { createKeyRotation, type KeyRotation } from '#lib/vault/key-rotation.ts'
import { openVault, type Vault } from '#lib/vault/open-vault.ts'
import { newId } from '#runner/contract/ids.ts'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import type { TravelConfig } from '#runner/contract/travel-config.ts'
import { createEgressEngine } from '#runner/egress/engine.ts'
import { createCommands } from '#runner/exec/create-commands.ts'
import { createExecutor, type Executor } from '#runner/executor/create-executor.ts'
import { createSkillFiles } from '#runner/files/create-skill-files.ts'
import { createReplay, type Replay } from '#runner/journal/replay.ts'
import type { Clock, Log, SkillSource } from '#runner/ports.ts'
import { createRunner, type SkillRunner } from '#runner/runner.ts'
import type { RunnerPorts } from '#runner/runner-ports.ts'
import { createQuickJsRuntime } from '#runner/runtimes/quickjs/create-quickjs-runtime.ts'
import { quickJsPaths } from '#runner/runtimes/quickjs/paths.ts'
import { type Containers, openContainers } from './containers.ts'
import { systemClock, systemRandom } from './host-ports.ts'
import { ownCommands } from './own-commands.ts'
import { openProviders } from './providers.ts'

/**
 * The services of the app and the command line. Built once per process; disposing them stops everything they started.
 */
export type Services = AsyncDisposable & {
  readonly env: Env
  readonly config: TravelConfig
  readonly log: Log
  readonly clock: Clock
  readonly db: DatabaseClient
  readonly places: Places
  readonly gazetteer: Gazetteer
  readonly stripCharts: StripCharts
  readonly areaMaps: AreaMaps
  readonly skills: Registry
  readonly approvals: Approvals
  readonly releases: ReleaseStore
  readonly runner: SkillRunner
  /** Runs the same skills through the interface of the OpenClaw RFC (decision 047). */
  readonly executor: Executor
  readonly containers: Containers
  readonly replay: Replay
  readonly invokeSkill: InvokeSkill
  readonly searchByCapability: ReturnType<typeof createSearchByCapability>
  /** The data label of all providers; undefined if it is not known before they answer. */
  readonly expectedData: () => DataLabel | undefined
  readonly consoleExecutions: ConsoleExecutions
  readonly searchTurns: SearchTurns
  readonly searchHistory: SearchHistory
  readonly dayPrices: DayPrices
  readonly datePrices: DatePrices
  readonly shareCards: ShareCards
  /** The app's public URL; undefined if it is not configured. */
  readonly publicUrl: URL | undefined
  /** The flights and stays that travelers saved. */
  readonly trips: Trips
  /** The searches that the app repeats for travelers. */
  readonly savedSearches: SavedSearches
  readonly noteAnswer: NoteAnswer
  /** Price alerts by e-mail. */
  readonly alertMail: AlertMail
  /** Price alerts as browser notifications. */
  readonly alertPush: AlertPush
  readonly latestRates: LatestRates
  /** The status of each provider and its missing settings, for the operator. */
  readonly sources: SourceStatuses
  readonly auth: Auth
  readonly audit: OpenAuditTrail
  readonly vault: Vault
  readonly keyRotation: KeyRotation
  readonly profiles: Profiles
  readonly profileTemplates: readonly ProfileTemplate[]
  readonly openApi: ReturnType<typeof createOpenApi>
  readonly scripts: Scripts
  readonly scriptLanguages: ScriptLanguages
  readonly manageProfiles: ManageProfiles
  /** Who may create profiles. */
  readonly profileDoor: ProfileDoor
  readonly agentAuth: AgentAuth
  /** The enabled skills as functions that models call. */
  readonly tools: SkillTools
  readonly agentKeys: AgentKeys
  /** Starts sessions with a Realtime API. */
  readonly realtime: RealtimeStarter
  /** Where a person confirms or declines the actions of skills. */
  readonly confirmationDesk: ConfirmationDesk
  /** The messages that skills left for the operator. */
  readonly manageMessages: ManageMessages
  readonly mcp: McpDoor
  readonly limits: RateLimits
  readonly checkOrigin: OriginCheck
  readonly diskRoom: DiskRoom
  readonly health: () => Promise<Health>
}

export type ComposeOptions = {
  readonly env: Env
  readonly projectRoot: string
  /** Absent: the project's own skills folder. */
  readonly skillsDir?: string
  /** The file of findings that the operator accepts. Absent: the one in the project's folder. */
  readonly suppressions?: string
  readonly log: Log
  /** Development: reloads a skill when its files change. */
  readonly reloadSkills?: boolean
  /** Looked up before the project's own skills: a folder named on the command line. */
  readonly skillsFirst?: SkillSource
  /** Set only by the long-running app: takes over durable executions of dead processes. */
  readonly takesOver?: boolean
}

/** About 5 MB. */
const mostShareCards = 128
/** Concurrent background searches: per person and in total. */
const backgroundSearches = { perPerson: 2, inAll: 6 }
const housekeepingMs = 60 * 60 * 1000
/** Unused releases are kept for a day: a process that just loaded one may be about to run it. */
const unusedReleaseMs = 24 * 60 * 60 * 1000

/** Builds every service from the environment. On failure, closes those that it has opened. */
export async function compose(options: ComposeOptions): Promise<Services> {
  const { env, projectRoot, log } = options
  const skillsDir = options.skillsDir ?? join(projectRoot, 'skills')
  const config = readTravelConfig(env.config, await skillFolders(skillsDir))
  const clock = systemClock
  const randomBytes = systemRandom
  const corrected = (sentence: string) => log.warn(sentence)
  secureDataFolder(env.dataDir, corrected)
  const openFile = openEnvFile(projectRoot)
  if (openFile !== undefined) log.warn(openFile)
  await using opened = new AsyncDisposableStack()

  const database = opened.use(
    await acquireDatabase({ dataDir: env.dataDir, databaseUrl: env.databaseUrl, projectRoot }),
  )
  await applyMigrations(database.url)
  const db = createDatabaseClient(database.url)
  opened.defer(() => db.$disconnect())
  const secrets = await loadInstanceSecrets({
    dataDir: env.dataDir,
    sessionKey: env.sessionKey,
    encryptionKey: env.encryptionKey,
    fingerprints: createDatabaseFingerprints(db),
    corrected,
  })
  const audit = opened.use(
    await openAuditTrail({
      db,
      keys: auditKeysOf(secrets),
      dataDir: env.dataDir,
      heads: env.auditHeads,
      clock,
      log,
    }),
  )
  const append = createAppendAudit(db, audit)
  const events = createExecutionEvents({ db, log })
  const skillChanges = createSkillChanges()
  const fromScripts = { channel: scriptChannel, heard: events.heard }
  const instance = opened.use(
    await joinInstances(database.url, newId('inst', randomBytes), log, fromScripts, skillChanges.listening),
  )

  const places = createPlaces({ root: projectRoot })
  const gazetteer = loadGazetteer(projectRoot)
  const providers = await openProviders(env, { places, clock, log }, opened)
  const { upstreams } = providers
  const vault = await openVault({
    db,
    dataDir: env.dataDir,
    encryptionKey: secrets.encryptionKey,
    audit,
    clock,
    randomBytes,
    log,
    corrected,
  })
  const profileTemplates = loadProfileTemplates(projectRoot)
  const profilePorts = { db, ring: vault.ring, audit, clock, randomBytes, templates: profileTemplates }
  const project = createProjectSkills({
    skillsDir,
    projectDir: projectRoot,
    cacheDir: join(env.dataDir, 'cache', 'skills'),
    reload: options.reloadSkills ?? false,
    log,
  })
  const gate = openReleaseGate(projectRoot, clock, options.suppressions)
  const files = createReleaseFiles(join(env.dataDir, 'releases'))
  const approvals = createApprovals(createAuditMacs(auditKeysOf(secrets).rows))
  const releases = createReleaseStore({ db, files, gate, macs: createVerdictMacs(secrets), approvals, log })
  const skills = createRegistry({ db, audit, approvals, project, releases, clock, log, config, changes: skillChanges })
  const stored = vault.broker(providers.environment)
  const broker = await providers.broker(stored, () => hasLiveSource(skills, stored))
  const sources = options.skillsFirst ? inOrder(options.skillsFirst, skills) : skills
  const seal = createSeal(secrets.encryptionKey, randomBytes)
  const confirmations = createConfirmations({ db, audit, clock, randomBytes, seal })
  const placeholderKey = deriveKey(secrets.encryptionKey, 'placeholders')
  const egress = opened.use(createEgressEngine({ placeholderKey, upstreams, clock, randomBytes, log }))
  const quickjs = opened.use(
    await createQuickJsRuntime({
      ...quickJsPaths(projectRoot),
      log,
      ...(env.workers === undefined ? {} : { workers: env.workers }),
    }),
  )
  const containers = opened.use(
    openContainers({
      env,
      projectRoot,
      instanceId: instance.instanceId,
      liveInstances: (candidates) => liveInstances(db, candidates),
      clock,
      log,
    }),
  )
  const runtimes = containers.runtime ? [quickjs, containers.runtime] : [quickjs]
  const answers = createAnswerStore(db, env.journal, clock.now)
  const scriptTexts = createScriptStore(db)
  const seals = createRecordSeals(recordKeysOf(secrets))
  const store = createExecutionStore(db, instance.instanceId, seals, audit, instance.isPresent)
  const stopping = new AbortController()
  const runnerPorts: RunnerPorts = {
    skills: sources,
    runtimes,
    egress,
    timeOffsets: createTimeOffsets(places),
    operatorName: env.operator.name,
    operatorTelegramId: env.operator.telegramId,
    gateway: env.operator.gateway && createOpenClawGateway(env.operator.gateway, log),
    files: createSkillFiles({ root: env.filesDir, log }),
    commands: createCommands({
      own: ownCommands(projectRoot, env.calendar),
      hidden: [projectRoot, env.dataDir, env.filesDir],
      log,
    }),
    model: env.llm && createLanguageModel(env.llm, { broker: stored, log }),
    memory: createMemory(db),
    callLog: createCallLog(join(env.dataDir, 'call-log'), clock),
    store,
    journals: store,
    stopping: stopping.signal,
    seal,
    broker,
    confirmations,
    config,
    refusals: opened.use(createRefusalLog({ append, clock, log })),
    answers,
    scripts: scriptTexts,
    clock,
    randomBytes,
    log,
  }
  const runner = createRunner(runnerPorts)
  const invokeSkill = createInvokeSkill({
    runner,
    cache: createAnswerCache(clock.now),
    upstreams,
    answered: createAnsweredLog({ append, clock }),
    clock,
  })

  const { encryptionKey } = secrets
  const { auth: agentAuth } = env.agents
  const languages = opened.use(
    createScriptLanguages({
      parserPath: join(projectRoot, 'runner/script-parser-process.ts'),
      containers: containers.runtime,
    }),
  )
  const scriptPorts = { db, instance, seals, audit, runner, answers, events, languages, clock, randomBytes, log }
  const opening = openScripts({ ...scriptPorts, encryptionKey, agentAuth })
  const sourceStatuses = createSourceStatuses({ skills, broker: stored, upstreams })
  const unconfigured = async () => {
    const statuses = await sourceStatuses()
    return new Set(statuses.flatMap(({ skill, state }) => (state === 'not configured' ? [skill] : [])))
  }
  const tools = createSkillTools({
    unconfigured,
    skills,
    invoke: invokeSkill,
    confirmations,
    config,
    append,
    clock,
    randomBytes,
    log,
  })
  const agentKeys = createAgentKeys({ db, audit, clock, randomBytes, skills })
  const limits = createRateLimits()
  const folders = [env.dataDir, ...(database.folder === undefined ? [] : [database.folder])]
  const diskRoom = createDiskRoom({ folders, now: clock.monotonic })
  const version = readProjectVersion(projectRoot)
  const mcp = opened.use(createMcpDoor({ tools, skills, version, limits, diskRoom, changes: skillChanges, log }))
  const realtime = opened.use(
    createRealtimeStarter({
      settings: env.realtime,
      broker: stored,
      tools,
      agentKeys,
      limits,
      diskRoom,
      changes: skillChanges,
      append,
      clock,
      log,
    }),
  )

  const publicUrl = env.publicUrl === undefined ? undefined : new URL(env.publicUrl)
  // The app itself serves only http.
  if (publicUrl?.protocol === 'https:' && env.trustedProxies === 0) {
    log.warn(
      'NEXTAUTH_URL is an https address, so a proxy is in front of the app, but TRAVEL_TRUST_PROXY is 0: all visitors share one rate limit. Set it to the number of proxies.',
    )
  }
  const auth = createAuth({
    ports: { db, clock, randomBytes, passwords: createPasswords({ randomBytes }), limits, audit },
    settings: { sessionKey: secrets.sessionKey, publicUrl, oidc: env.oidc },
    log,
  })

  const sweep = async () => {
    const [ended, { guests }] = [
      await finishAbandoned(db, instance.instanceId, audit),
      await deleteExpiredGuests(auth.ports),
    ]
    const oldAnswers = await answers.sweep()
    const oldReleases = await releases.removeUnused(new Date(clock.now() - unusedReleaseMs))
    const oldConfirmations = await confirmations.removeExpired()
    const oldRequests = await forgetRequests({ db, clock })
    if (options.takesOver) await rollUpHours({ db, clock })
    if (ended + guests + oldAnswers + oldReleases + oldConfirmations + oldRequests > 0) {
      log.info('housekeeping', {
        abandonedExecutions: ended,
        expiredGuests: guests,
        oldAnswers,
        oldReleases,
        oldConfirmations,
        oldRequests,
      })
    }
  }
  await sweep()
  const housekeeping = setInterval(() => {
    sweep().catch((cause: unknown) => log.error('housekeeping failed', { cause }))
  }, housekeepingMs)
  housekeeping.unref()
  opened.defer(() => clearInterval(housekeeping))

  const { runner: taking } = opening
  const stopTakingOver = options.takesOver
    ? keepTakingOver({ db, instance, seals, audit, runner: taking, log })
    : async () => {}
  // Stops before the runtimes close: closing them interrupts executions, which only other processes should take over.
  opened.defer(async () => {
    stopping.abort()
    await stopTakingOver()
  })
  const searchTurns = createSearchTurns(backgroundSearches)
  const otherDaysPorts = { skills, invoke: invokeSkill, places, turns: searchTurns, rateLimits: limits, clock, log }
  const savedSearchPorts = {
    db,
    skills,
    invoke: invokeSkill,
    places,
    turns: searchTurns,
    clock,
    randomBytes,
    log,
    perHour: env.savedSearchesPerHour,
  }
  const trips = createTrips({ db, skills, invoke: invokeSkill, places, clock, randomBytes, log })
  const savedSearches = createSavedSearches(savedSearchPorts)
  const alertMailPorts = {
    db,
    mailer: env.mail && createMailer(env.mail),
    baseUrl: baseUrlOf(env),
    unsubscribeKey: deriveKey(secrets.encryptionKey, 'unsubscribe links'),
    places,
    limits,
    clock,
    randomBytes,
    log,
  }
  const alertPush = openAlertPush(
    {
      db,
      secret: deriveKey(secrets.encryptionKey, 'push messages'),
      ...env.push,
      baseUrl: baseUrlOf(env),
      upstreams,
      seal,
      places,
      clock,
      randomBytes,
      log,
    },
    opened,
  )
  const channel = env.operator.channel && openChannel(env.operator.channel)
  if (options.takesOver) {
    opened.use(await opening.work(database.url))
    opened.use(await openDeliveries({ databaseUrl: database.url, db, audit, channel, clock, log }))
    opened.use(await openAsking(database.url, savedSearchPorts))
    if (env.mail) opened.use(await openAlertMails(database.url, alertMailPorts))
    opened.use(await openAlertPushes(database.url, alertPush.ports))
  }

  const stack = opened.move()
  return {
    env,
    config,
    log,
    clock,
    db,
    places,
    gazetteer,
    stripCharts: createStripCharts({ root: projectRoot }),
    areaMaps: createAreaMaps({ root: projectRoot }),
    skills,
    approvals,
    releases,
    runner,
    executor: createExecutor({ ports: runnerPorts, projectDir: projectRoot }),
    containers,
    replay: createReplay({
      skills: sources,
      runtimes,
      recordings: createRecordingSource(db, seals),
      answers,
      scripts: scriptTexts,
    }),
    invokeSkill,
    searchByCapability: createSearchByCapability({
      skills,
      switchedOff: createSwitchedOffSource({ skills, broker: stored, upstreams }),
      invoke: invokeSkill,
      clock,
      log,
    }),
    expectedData: () => (providers.areSample() ? 'sample' : undefined),
    consoleExecutions: createConsoleExecutions({ db, answers }),
    searchTurns,
    searchHistory: createSearchHistory({ db, clock, log }),
    trips,
    savedSearches,
    noteAnswer: createNoteAnswer({ db, trips, savedSearches, log }),
    alertMail: createAlertMail(alertMailPorts),
    alertPush: alertPush.alertPush,
    sources: sourceStatuses,
    latestRates: createLatestRates({ skills, invoke: invokeSkill, clock }),
    dayPrices: createDayPrices(otherDaysPorts),
    datePrices: createDatePrices(otherDaysPorts),
    shareCards: createShareCards({ most: mostShareCards }),
    publicUrl,
    auth,
    audit,
    vault,
    keyRotation: createKeyRotation({ vault, log }),
    profiles: createProfiles(profilePorts),
    profileTemplates,
    openApi: createOpenApi(),
    scripts: opening.scripts,
    scriptLanguages: languages,
    manageProfiles: createManageProfiles({ ...profilePorts, revoked: opening.scripts.endProfile }),
    profileDoor: {
      code: setupCodeOf(deriveKey(secrets.encryptionKey, 'setup code')),
      isOpen: env.agents.openProfiles,
      knowsClients: knowsClients(env),
    },
    agentAuth,
    tools,
    mcp,
    confirmationDesk: createConfirmationDesk({
      db,
      skills: sources,
      invoke: invokeSkill,
      confirmations,
      seal,
      config,
      operatorName: env.operator.name,
      clock,
    }),
    manageMessages: createManageMessages({ db, audit, clock, channel: channel?.name }),
    agentKeys,
    realtime,
    limits,
    checkOrigin: createOriginCheck({ publicUrl }),
    diskRoom,
    health: createHealthCheck({
      probes: {
        database: async () => {
          await db.$queryRaw`select 1`
          if (!instance.isPresent()) throw new Error('the instance has lost its database connection')
        },
        runner: () => quickjs.probe(),
        gateway: () => egress.probe(),
        disk: async () => {
          const problem = diskRoom.problem()
          if (problem !== undefined) throw new HealthProblem(problem)
        },
      },
      containers: containers.status,
      now: clock.monotonic,
      onFailure: (check, cause) => log.error(`health: ${check} is failing`, { cause }),
    }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function inOrder(first: SkillSource, second: SkillSource): SkillSource {
  return {
    current: async (name) => (await first.current(name)) ?? second.current(name),
    byDigest: async (digest) => (await first.byDigest(digest)) ?? second.byDigest(digest),
  }
}
