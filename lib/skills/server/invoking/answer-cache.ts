import { LRUCache } from 'lru-cache'
import type { SkillSuccess } from '#runner/contract/skill-io.ts'

export type AnswerCache = {
  get(key: string): SkillSuccess | undefined
  set(key: string, answer: SkillSuccess, ttlSeconds: number): void
}

const maxBytes = 64 * 1024 * 1024
const maxAnswerBytes = 4 * 1024 * 1024

/**
 * Caches successful answers for the time in the skill's manifest, up to a size limit. Does not cache partial answers.
 */
export function createAnswerCache(now: () => number): AnswerCache {
  const answers = new LRUCache<string, SkillSuccess>({ maxSize: maxBytes, maxEntrySize: maxAnswerBytes, perf: { now } })
  return {
    get: (key) => answers.get(key),
    set(key, answer, ttlSeconds) {
      if (ttlSeconds <= 0 || answer.metadata.partial) return
      answers.set(key, answer, { ttl: ttlSeconds * 1000, size: JSON.stringify(answer).length })
    },
  }
}
