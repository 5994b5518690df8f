import type * as z from 'zod'
import type { LogArgs } from '../../contract/operations/console.ts'

const maxLines = 1000
const maxCharacters = 64 * 1024
const levels = ['debug', 'info', 'warn', 'error'] as const

export type GuestLog = {
  /** Returns the entry to record; `undefined` once the log of this execution is full. `count`: its lines. Default: 1. */
  take(level: string, text: string, count?: number): z.infer<typeof LogArgs> | undefined
}

/** Bounds the log of one execution. The first line over the limit becomes a notice, and later lines are dropped. */
export function createGuestLog(): GuestLog {
  let lines = 0
  let characters = 0
  return {
    take: (given, text, count = 1) => {
      if (lines > maxLines || characters > maxCharacters) return undefined
      lines += count
      characters += text.length
      if (lines > maxLines || characters > maxCharacters)
        return { level: 'warn', text: 'The log is full; further lines are dropped' }
      return { level: levels.find((level) => level === given) ?? 'info', text }
    },
  }
}
