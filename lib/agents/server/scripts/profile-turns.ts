/** The executions of each profile that run in this process. Limits those that are resumed. */
export type ProfileTurns = {
  /** Counts an execution that runs in any case, until the result is disposed. */
  count(profileId: string): Disposable
  /**
   * Waits until fewer than `most` executions of the profile run, then counts this one. Executions that wait go on in
   * their order. An aborted one waits no longer: it only has to end.
   */
  take(profileId: string, most: number, signal: AbortSignal): Promise<Disposable>
}

type Waiting = { readonly most: number; readonly goOn: () => void }
type Profile = { running: number; readonly waiting: Waiting[] }

export function createProfileTurns(): ProfileTurns {
  const profiles = new Map<string, Profile>()

  function find(id: string): Profile {
    const profile = profiles.get(id) ?? { running: 0, waiting: [] }
    profiles.set(id, profile)
    return profile
  }

  function count(id: string): Disposable {
    const profile = find(id)
    profile.running += 1
    return {
      [Symbol.dispose]() {
        profile.running -= 1
        const [next] = profile.waiting
        if (next && profile.running < next.most) next.goOn()
        else if (profile.running === 0) profiles.delete(id)
      },
    }
  }

  return {
    count,
    async take(id, most, signal) {
      const { running, waiting } = find(id)
      if (signal.aborted || (running < most && waiting.length === 0)) return count(id)
      return new Promise((resolve) => {
        const goOn = () => {
          waiting.splice(waiting.indexOf(own), 1)
          signal.removeEventListener('abort', goOn)
          resolve(count(id))
        }
        const own = { most, goOn }
        waiting.push(own)
        signal.addEventListener('abort', goOn)
      })
    },
  }
}
