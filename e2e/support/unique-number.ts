import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setting } from './setting.ts'

type Purpose = 'flights' | 'stays' | 'wide-stays'

const next = new Map<Purpose, number>()

/**
 * A number below `end` that no other test of this run gets for this purpose. The tests run in several processes: each
 * number is a file, which only one process can create.
 */
export function uniqueNumber(purpose: Purpose, end: number): number {
  const folder = join(setting('TRAVEL_E2E_DATA_DIR'), 'test-numbers', purpose)
  mkdirSync(folder, { recursive: true })
  for (let number = next.get(purpose) ?? 0; number < end; number++) {
    if (!claim(join(folder, String(number)))) continue
    next.set(purpose, number + 1)
    return number
  }
  throw new Error(`The tests of this run have used all ${end} different ${purpose}: add values to what they vary.`)
}

function claim(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
