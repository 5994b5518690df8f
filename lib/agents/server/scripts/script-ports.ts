import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { Instance } from '#lib/skills/server/executions/instance.ts'
import type { RecordSeals } from '#lib/skills/server/executions/record-seals.ts'
import type { AnswerStore, Clock } from '#runner/core/ports.ts'
import type { SkillRunner } from '#runner/run/runner.ts'
import type { ExecutionEvents } from './execution-events.ts'
import type { ExecutionTokens } from './execution-token.ts'
import type { ScriptLanguages } from './script-languages.ts'

export type ScriptPorts = Pick<PlatformPorts, 'db' | 'audit' | 'randomBytes' | 'log'> & {
  readonly instance: Pick<Instance, 'instanceId' | 'isPresent'>
  readonly seals: RecordSeals
  readonly runner: SkillRunner
  readonly answers: AnswerStore
  readonly events: ExecutionEvents
  readonly languages: ScriptLanguages
  readonly tokens: ExecutionTokens
  readonly clock: Clock
}
