import { createHmac, createSecretKey, hash } from 'node:crypto'
import { ExecutionId, newId } from '#runner/contract/ids.ts'

/** A script's execution has two ids: one in records and logs, and a token that only its agent has. */
export type ExecutionTokens = ReturnType<typeof createExecutionTokens>

export function createExecutionTokens(bytes: Uint8Array) {
  // Created once, because `createHmac` would create a key object from plain bytes at each call.
  const key = createSecretKey(bytes)
  return {
    /** The agent's id of an execution. It is derived with a key of the instance and never stored. */
    tokenOf(id: ExecutionId): ExecutionId {
      let round = 0
      return newId('exec', () => {
        round += 1
        return createHmac('sha512', key).update(`${id}\n${round}`).digest()
      })
    },
    /** The hash of a token, by which its execution is looked up. */
    hashOf: (token: string): string => hash('sha256', token),
  }
}

export const isExecutionToken = (text: string): boolean => ExecutionId.safeParse(text).success
