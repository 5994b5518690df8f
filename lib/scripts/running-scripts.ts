/** The executions of scripts that run in this process, and the ones that they belong to. */
export type RunningScripts = {
  /** The signal that ends an execution. It is registered until the result is disposed. */
  register(id: string, profileId: string): Disposable & { readonly signal: AbortSignal }
  cancel(id: string): void
  /** Ends the executions of a profile, also those that are registered later. */
  revoke(profileId: string): void
  /** By id, with their profiles. */
  entries(): readonly (readonly [id: string, profileId: string])[]
}

/** A revoked profile starts nothing more, so only its latest claims matter. */
const mostRevoked = 1000

export function createRunningScripts(): RunningScripts {
  const running = new Map<string, { readonly profileId: string; readonly controller: AbortController }>()
  const revoked = new Set<string>()

  return {
    register(id, profileId) {
      const controller = new AbortController()
      running.set(id, { profileId, controller })
      if (revoked.has(profileId)) controller.abort()
      return { signal: controller.signal, [Symbol.dispose]: () => void running.delete(id) }
    },
    cancel: (id) => running.get(id)?.controller.abort(),
    revoke(profileId) {
      if (revoked.size >= mostRevoked) revoked.clear()
      revoked.add(profileId)
      for (const one of running.values()) if (one.profileId === profileId) one.controller.abort()
    },
    entries: () => Array.from(running, ([id, { profileId }]) => [id, profileId] as const),
  }
}
