import { join } from 'node:path'
import { createAgentSecrets } from '#lib/agents/server/keys/agent-secrets.ts'
import { createAgentSkills } from '#lib/agents/server/keys/agent-skills.ts'
import { createLanguageModel } from '#lib/agents/server/llm/create-language-model.ts'
import { createCallLog } from '#lib/agents/server/messages/call-log.ts'
import { createOpenClawGateway } from '#lib/agents/server/messages/openclaw-gateway.ts'
import { createHasEnded } from '#lib/agents/server/profiles/profile-state.ts'
import { createScriptStore } from '#lib/agents/server/scripts/script-store.ts'
import { createSeal } from '#lib/platform/server/secrets/aes-gcm.ts'
import { deriveKey } from '#lib/platform/server/secrets/derive-key.ts'
import { createAnswerStore } from '#lib/skills/server/executions/answer-store.ts'
import { createBookedStarts } from '#lib/skills/server/executions/booked-starts.ts'
import { createExecutionStore } from '#lib/skills/server/executions/execution-store.ts'
import { liveInstances } from '#lib/skills/server/executions/instance.ts'
import { createRecordSeals, recordKeysOf } from '#lib/skills/server/executions/record-seals.ts'
import { createRecordingSource } from '#lib/skills/server/executions/recordings.ts'
import { createValueStore } from '#lib/skills/server/executions/value-store.ts'
import { createAnswerCache } from '#lib/skills/server/invoking/answer-cache.ts'
import { createAnsweredLog } from '#lib/skills/server/invoking/answered-log.ts'
import { createConfirmations } from '#lib/skills/server/invoking/confirmations.ts'
import { createInvokeSkill } from '#lib/skills/server/invoking/invoke-skill.ts'
import { createRefusalLog } from '#lib/skills/server/invoking/refusal-log.ts'
import { createTimeOffsets } from '#lib/travel/server/places/time-offsets.ts'
import { createMemory } from '#lib/travel/server/search/create-memory.ts'
import { createEgressEngine } from '#runner/egress/engine.ts'
import { createCommands } from '#runner/exec/create-commands.ts'
import { createExecutor } from '#runner/executor/create-executor.ts'
import { createSkillFiles } from '#runner/files/create-skill-files.ts'
import { createReplay } from '#runner/run/replay.ts'
import { createRunner } from '#runner/run/runner.ts'
import type { RunnerPorts } from '#runner/run/runner-ports.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { openContainers } from './containers.ts'
import { awaitedRunner, measuredCache, measuredEgress, measuredStore, tracedEgress, tracedRunner } from './measured.ts'
import type { Foundation } from './open-foundation.ts'
import type { Skills } from './open-skills.ts'
import { ownCommands } from './own-commands.ts'

export type Executions = ReturnType<typeof openExecutions>

/** What executes skills and scripts, and what it records. */
export function openExecutions(
  foundation: Foundation,
  skills: Skills,
  embedded: readonly Runtime[],
  opened: AsyncDisposableStack,
) {
  const { env, projectRoot, config, db, secrets, audit, append, instance, clock, randomBytes, log, metrics, tracing } =
    foundation
  const { upstreams, broker, stored, sources } = skills
  const seal = createSeal(secrets.encryptionKey, randomBytes)
  const confirmations = createConfirmations({ db, audit, clock, randomBytes, seal })
  const placeholderKey = deriveKey(secrets.encryptionKey, 'placeholders')
  const network = opened.use(
    createEgressEngine({
      ...{ placeholderKey, upstreams, clock, randomBytes, log },
      bookStarts: createBookedStarts(db.sql),
    }),
  )
  const egress = tracedEgress(measuredEgress(network, metrics), tracing)
  // Closed before the network, whose failures an execution would record.
  for (const runtime of embedded) opened.use(runtime)
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
  const runtimes = containers.runtime ? [...embedded, containers.runtime] : embedded
  const answers = createAnswerStore(db, env.journal, clock.now)
  const scripts = createScriptStore(db)
  const seals = createRecordSeals(recordKeysOf(secrets))
  const unrecorded = new Set<string>()
  const store = measuredStore(
    createExecutionStore(db, instance.instanceId, seals, audit, instance.isPresent, unrecorded, answers),
    metrics,
  )
  const stopping = new AbortController()
  const commands = createCommands({
    own: ownCommands(projectRoot, env.calendar),
    hidden: [projectRoot, env.dataDir, env.filesDir],
    log,
  })
  const agentSkills = createAgentSkills({ db, audit, clock, skills: sources })
  const { ring } = skills.vault
  const agentSecrets = createAgentSecrets({ db, audit, clock, randomBytes, ring, skills: sources })
  const runnerPorts: RunnerPorts = {
    skills: sources,
    runtimes,
    egress,
    services: {
      hasEnded: createHasEnded(db, clock),
      timeOffsets: createTimeOffsets({ zoneOf: (code) => foundation.places.zoneOf(code) }),
      operatorName: env.operator.name,
      operatorTelegramId: env.operator.telegramId,
      gateway: env.operator.gateway && createOpenClawGateway(env.operator.gateway, log),
      files: createSkillFiles({ root: env.filesDir, log }),
      commands,
      model: env.llm && createLanguageModel(env.llm, { broker: stored, log }),
      memory: createMemory(db),
      callLog: createCallLog(join(env.dataDir, 'call-log'), clock),
      values: createValueStore(db),
    },
    store,
    journals: store,
    stopping: stopping.signal,
    seal,
    broker,
    confirmations,
    config,
    rules: agentSkills,
    refusals: opened.use(createRefusalLog({ append, clock, log })),
    answers,
    scripts,
    clock,
    randomBytes,
    log,
  }
  const { runner, ended } = awaitedRunner(tracedRunner(createRunner(runnerPorts), tracing))
  return {
    egress,
    embedded,
    runtimes,
    containers,
    agentSkills,
    agentSecrets,
    commands,
    answers,
    seal,
    seals,
    confirmations,
    /** Aborted before the runtimes close. */
    stopping,
    unrecorded,
    runner,
    /** Resolves when nothing runs in this process. */
    ended,
    executor: createExecutor({ ports: runnerPorts, projectDir: projectRoot }),
    replay: createReplay({
      skills: sources,
      runtimes,
      recordings: createRecordingSource(db, seals),
      answers,
      scripts,
    }),
    invokeSkill: createInvokeSkill({
      runner,
      cache: measuredCache(createAnswerCache(clock.now), metrics),
      upstreams,
      answered: createAnsweredLog({ append, clock }),
      clock,
    }),
  }
}
