import { isMac } from '#lib/platform/server/audit/audit-macs.ts'
import { storable } from '#lib/platform/server/db/storable.ts'
import type { RecordSeals, RecordStart } from '#lib/skills/server/executions/record-seals.ts'
import { scriptName } from '#runner/contract/errors.ts'
import type { ExecutionId } from '#runner/contract/ids.ts'
import type { ScriptGrant } from '#runner/contract/script.ts'
import { scriptInput, scriptVersion } from '#runner/script/script.ts'
import { principalOf } from './script-profile.ts'

/** A pending execution and what it will run. */
export type PendingScript = {
  readonly id: ExecutionId
  readonly digest: string
  readonly profileId: string
  readonly grant: ScriptGrant
}

/** The sealed fields of a pending execution. */
export function pendingStart({ id, digest, profileId, grant }: PendingScript): RecordStart {
  const { id: principal, source, trust } = principalOf(profileId)
  return {
    id,
    skill: scriptName,
    version: scriptVersion,
    digest,
    action: scriptInput.action,
    principal: { id: principal, source, trust },
    input: scriptInput,
    recording: storable(grant),
  }
}

/** Whether a pending execution is unchanged since it was written. */
export const isAuthentic = async (seals: RecordSeals, pending: PendingScript, seal: string | null): Promise<boolean> =>
  isMac(seal, await seals.pending(pendingStart(pending)))
