import { join } from 'node:path'
import { createExecutionStore } from '#lib/executions/execution-store.ts'
import { liveInstances } from '#lib/executions/instance.ts'
import { createRecordSeals, recordKeysOf } from '#lib/executions/record-seals.ts'
import { createRecordingSource } from '#lib/executions/recordings.ts'
import { createAnswerStore } from '#lib/journal/answer-store.ts'
import { createLanguageModel } from '#lib/llm/create-language-model.ts'
import { createMemory } from '#lib/memory/create-memory.ts'
import { createCallLog } from '#lib/messages/call-log.ts'
import { createOpenClawGateway } from '#lib/messages/openclaw-gateway.ts'
import { createTimeOffsets } from '#lib/places/time-offsets.ts'
import { createScriptStore } from '#lib/scripts/script-store.ts'
import { deriveKey } from '#lib/secrets/derive-key.ts'
import { createSeal } from '#lib/secrets/seal.ts'
import { createAnswerCache } from '#lib/skills/answer-cache.ts'
import { createAnsweredLog } from '#lib/skills/answered-log.ts'
import { createConfirmations } from '#lib/skills/confirmations.ts'
import { createInvokeSkill } from '#lib/skills/invoke-skill.ts'
import { createRefusalLog } from '#lib/skills/refusal-log.ts'
import { createEgressEngine } from '#runner/egress/engine.ts'
import { createCommands } from '#runner/exec/create-commands.ts'
import { createExecutor } from '#runner/executor/create-executor.ts'
import { createSkillFiles } from '#runner/files/create-skill-files.ts'
import { createReplay } from '#runner/journal/replay.ts'
import { createRunner } from '#runner/runner.ts'
import type { RunnerPorts } from '#runner/runner-ports.ts'
import { createQuickJsRuntime } from '#runner/runtimes/quickjs/create-quickjs-runtime.ts'
import { quickJsPaths } from '#runner/runtimes/quickjs/paths.ts'
import { openContainers } from './containers.ts'
import type { Foundation } from './open-foundation.ts'
import type { Skills } from './open-skills.ts'
import { ownCommands } from './own-commands.ts'

export type Executions = Awaited<ReturnType<typeof openExecutions>>

/** What executes skills and scripts, and what it records. */
export async function openExecutions(foundation: Foundation, skills: Skills, opened: AsyncDisposableStack) {
  const { env, projectRoot, config, db, secrets, audit, append, instance, clock, randomBytes, log } = foundation
  const { upstreams, broker, stored, sources } = skills
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
  const scripts = createScriptStore(db)
  const seals = createRecordSeals(recordKeysOf(secrets))
  const store = createExecutionStore(db, instance.instanceId, seals, audit, instance.isPresent)
  const stopping = new AbortController()
  const runnerPorts: RunnerPorts = {
    skills: sources,
    runtimes,
    egress,
    timeOffsets: createTimeOffsets(foundation.places),
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
    scripts,
    clock,
    randomBytes,
    log,
  }
  const runner = createRunner(runnerPorts)
  return {
    egress,
    quickjs,
    containers,
    answers,
    seal,
    seals,
    confirmations,
    /** Aborted before the runtimes close. */
    stopping,
    runner,
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
      cache: createAnswerCache(clock.now),
      upstreams,
      answered: createAnsweredLog({ append, clock }),
      clock,
    }),
  }
}
