import { LRUCache } from 'lru-cache'
import type { SkillSuccess } from '#runner/contract/skill-io.ts'

export type AnswerCache = {
  get(key: string): SkillSuccess | undefined
  set(key: string, answer: SkillSuccess, ttlSeconds: number): void
}

const maxBytes = 48 * 1024 * 1024
const maxCharacters = 4 * 1024 * 1024
/** What a cached answer takes for each character of its JSON: its objects 1.6, and its bytes, plain and compressed, 1.1. */
const bytesPerCharacter = 2.7

/**
 * Caches successful answers for the time in the skill's manifest, up to a size limit. Does not cache partial answers.
 */
export function createAnswerCache(now: () => number): AnswerCache {
  const answers = new LRUCache<string, SkillSuccess>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxCharacters * bytesPerCharacter),
    ttlAutopurge: true,
    perf: { now },
  })
  return {
    get: (key) => answers.get(key),
    set(key, answer, ttlSeconds) {
      if (ttlSeconds <= 0 || answer.metadata.partial) return
      const size = Math.ceil(JSON.stringify(answer).length * bytesPerCharacter)
      answers.set(key, answer, { ttl: ttlSeconds * 1000, size })
    },
  }
}
