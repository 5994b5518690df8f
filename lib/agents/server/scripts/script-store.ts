import { LRUCache } from 'lru-cache'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { AnswerStore } from '#runner/core/ports.ts'
import { scriptBytes, splitScript } from '#runner/script/script.ts'

type Script = { readonly digest: string; readonly language: string; readonly text: string }

/** The number of remembered digests of stored scripts, because agents often send the same script again. */
const maxKnown = 10_000

/** Stores the texts of scripts, which are kept as long as the records of their executions. */
export function createScriptStore(db: Pick<DatabaseClient, 'script' | 'sql'>): AnswerStore {
  const known = new LRUCache<string, true>({ max: maxKnown })
  return {
    async put(digest, bytes) {
      if (known.has(digest)) return
      const { language, text } = splitScript(bytes)
      await db.script.createMany({ data: [{ digest, language, text }], skipDuplicates: true })
      known.set(digest, true)
    },
    async get(digests) {
      const rows = await db.sql.$queryRaw<Script[]>`
        select digest, language, text from scripts where digest = any(${digests})`
      return new Map(rows.map(({ digest, language, text }) => [digest, scriptBytes(language, text)]))
    },
  }
}
