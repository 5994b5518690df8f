import type { AuditTrail } from '#lib/platform/server/audit/audit-trail.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Instance } from '#lib/skills/server/executions/instance.ts'
import type { RecordSeals } from '#lib/skills/server/executions/record-seals.ts'
import type { AnswerStore, Clock, Log, RandomBytes } from '#runner/core/ports.ts'
import type { SkillRunner } from '#runner/run/runner.ts'
import type { ExecutionEvents } from './execution-events.ts'
import type { ExecutionTokens } from './execution-token.ts'
import type { ScriptLanguages } from './script-languages.ts'

export type ScriptPorts = {
  readonly db: DatabaseClient
  readonly instance: Pick<Instance, 'instanceId' | 'isPresent'>
  readonly seals: RecordSeals
  readonly audit: AuditTrail
  readonly runner: SkillRunner
  readonly answers: AnswerStore
  readonly events: ExecutionEvents
  readonly languages: ScriptLanguages
  readonly tokens: ExecutionTokens
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
}
