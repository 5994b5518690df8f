import { isSeal, type RecordSeals, type RecordStart } from '#lib/executions/record-seals.ts'
import { storable } from '#lib/executions/storable.ts'
import type { ExecutionId } from '#runner/contract/ids.ts'
import type { ScriptGrant } from '#runner/contract/script.ts'
import { scriptInput, scriptName, scriptVersion } from '#runner/script.ts'
import { principalOf } from './script-profile.ts'

/** What a pending execution will run. */
export type PendingScript = {
  readonly id: ExecutionId
  readonly digest: string
  readonly profileId: string
  readonly grant: ScriptGrant
}

/** A pending execution, as it is sealed. */
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

/** Whether a pending execution is as it was written. */
export const isAuthentic = async (seals: RecordSeals, pending: PendingScript, seal: string | null): Promise<boolean> =>
  isSeal(seal, await seals.pending(pendingStart(pending)))
