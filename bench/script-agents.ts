import { randomBytes } from 'node:crypto'
import type { openScriptProcess } from '../lib/agents/server/scripts/testing/script-process.ts'
import type { DatabaseClient } from '../lib/platform/server/db/client.ts'
import { newId } from '../runner/contract/ids.ts'
import { sha256 } from '../runner/core/hash.ts'

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
    /** Waits until the script is completed. Throws if it ends otherwise. */
    async finish(executionToken: string): Promise<void> {
      let status = 'pending'
      while (status === 'pending' || status === 'running') {
        const read = await scripts.read({ executionToken, headers }, { ms: 60_000, known: undefined, signal })
        if (!read.ok) throw new Error(read.error.message)
        status = read.value.view.status
      }
      if (status !== 'completed') throw new Error(`A script is ${status}`)
    },
  }
}

/** Creates a locked profile and returns its token. The stored sealed token is invalid, because nothing here opens it. */
export async function lockedProfile(db: DatabaseClient, hosts: readonly string[] = []): Promise<string> {
  const token = newId('ark', randomBytes)
  await db.profile.create({
    data: {
      id: newId('prof', randomBytes),
      tokenHash: sha256(token),
      sealed: '',
      keyId: '',
      description: 'A bench',
      hosts: [...hosts],
      limits: { concurrency: 32 },
      lockedAt: new Date(),
    },
  })
  return token
}
