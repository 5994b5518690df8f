import type { openScriptProcess } from '../lib/agents/server/scripts/testing/script-process.ts'
import type { DatabaseClient } from '../lib/platform/server/db/client.ts'
import { lockedProfile } from './locked-profile.ts'

type Process = Pick<Awaited<ReturnType<typeof openScriptProcess>>, 'scripts'> & {
  readonly ports: { readonly db: DatabaseClient }
}

/** Agents of as many profiles as `count`, which take turns. */
export async function openAgents({ scripts, ports }: Process, count: number) {
  const tokens = await Promise.all(Array.from({ length: count }, () => lockedProfile(ports.db)))
  const headers = new Headers()
  const { signal } = new AbortController()
  let next = 0

  return {
    /** Submits a script. Returns the token of its execution. */
    async submit(script: string): Promise<string> {
      const profile_id = tokens[next++ % count] ?? ''
      const accepted = await scripts.execute({ profile_id, script, language: 'javascript' }, headers)
      if (!accepted.ok) throw new Error(accepted.error.message)
      return accepted.value.executionToken
    },
    async answer(executionToken: string, response: string): Promise<void> {
      const answered = await scripts.respond({ executionToken, headers }, { response })
      if (!answered.ok) throw new Error(answered.error.message)
    },
    /** Waits until the execution has this status. Throws if it gets another one than those before. */
    async reach(wanted: 'completed' | 'awaiting_llm', executionToken: string): Promise<void> {
      let status = 'pending'
      while (status === 'pending' || status === 'running') {
        const read = await scripts.read({ executionToken, headers }, { ms: 60_000, known: undefined, signal })
        if (!read.ok) throw new Error(read.error.message)
        status = read.value.view.status
      }
      if (status !== wanted) throw new Error(`A script is ${status}, not ${wanted}`)
    },
  }
}
