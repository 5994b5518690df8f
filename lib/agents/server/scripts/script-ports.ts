import type { AuditTrail } from '#lib/audit/audit-trail.ts'
import type { DatabaseClient } from '#lib/db/client.ts'
import type { Instance } from '#lib/executions/instance.ts'
import type { RecordSeals } from '#lib/executions/record-seals.ts'
import type { AnswerStore, Clock, Log, RandomBytes } from '#runner/ports.ts'
import type { SkillRunner } from '#runner/runner.ts'
import type { ExecutionEvents } from './execution-events.ts'
import type { ScriptLanguages } from './script-languages.ts'
import type { ScriptTokens } from './script-token.ts'

export type ScriptPorts = {
  readonly db: DatabaseClient
  readonly instance: Pick<Instance, 'instanceId' | 'isPresent'>
  readonly seals: RecordSeals
  readonly audit: AuditTrail
  readonly runner: SkillRunner
  readonly answers: AnswerStore
  readonly events: ExecutionEvents
  readonly languages: ScriptLanguages
  readonly tokens: ScriptTokens
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
}
