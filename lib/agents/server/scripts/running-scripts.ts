/** Revoked profiles start nothing new, so the set of them may be cleared when it reaches this size. */
const maxRevoked = 1000

/** The script executions that run in this process, and the profiles that they belong to. */
export function createRunningScripts() {
  const running = new Map<string, { readonly profileId: string; readonly controller: AbortController }>()
  const revoked = new Set<string>()

  return {
    /** Registers an execution until the result is disposed. Its `signal` aborts when the execution must end. */
    register(id: string, profileId: string): Disposable & { readonly signal: AbortSignal } {
      const controller = new AbortController()
      const own = { profileId, controller }
      running.set(id, own)
      if (revoked.has(profileId)) controller.abort()
      return {
        signal: controller.signal,
        // Another process may take an execution over and hand it back before the earlier run here has ended.
        [Symbol.dispose]: () => void (running.get(id) === own && running.delete(id)),
      }
    },
    cancel: (id: string): void => running.get(id)?.controller.abort(),
    /** Ends the executions of a profile, including those registered later. */
    revoke(profileId: string): void {
      if (revoked.size >= maxRevoked) revoked.clear()
      revoked.add(profileId)
      for (const one of running.values()) if (one.profileId === profileId) one.controller.abort()
    },
    /** The ids of the executions. */
    ids: (): string[] => [...running.keys()],
  }
}
