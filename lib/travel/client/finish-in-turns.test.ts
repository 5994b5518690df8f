import { afterEach, describe, expect, it, vi } from 'vitest'
import { finishInTurns } from './open-search.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('finishInTurns', () => {
  it('pauses at first, and once the steps since the last pause took 5 ms', async () => {
    let nowMs = 0
    const log: string[] = []
    function* steps() {
      for (const at of [1, 2, 3, 4]) {
        nowMs += 3
        log.push(`step ${at}`)
        yield
      }
      return 'result'
    }
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    vi.stubGlobal('scheduler', { yield: async () => void log.push('pause') })
    expect(await finishInTurns(steps())).toBe('result')
    expect(log).toEqual(['pause', 'step 1', 'step 2', 'pause', 'step 3', 'step 4', 'pause'])
  })

  it('lets other tasks run during a pause', async () => {
    let hasRun = false
    function* untilOtherTask() {
      setTimeout(() => {
        hasRun = true
      })
      for (let step = 0; step < 1e9 && !hasRun; step += 1) yield
      return hasRun
    }
    expect(await finishInTurns(untilOtherTask())).toBe(true)
  })

  it('rejects with the error of a step', async () => {
    // biome-ignore lint/correctness/useYield: throws before its first step ends.
    function* failing() {
      throw new TypeError('unreadable')
    }
    await expect(finishInTurns(failing())).rejects.toThrow('unreadable')
  })
})
