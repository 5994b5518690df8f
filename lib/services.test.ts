import { afterEach, expect, test, vi } from 'vitest'
import type { Services } from './compose/compose.ts'
import { provideServices, services } from './services.ts'

const key = Symbol.for('travel.aw')
afterEach(() => Reflect.deleteProperty(globalThis, key))

test('the services start at the first call, once, and a failed start is tried again', async () => {
  await expect(services()).rejects.toThrow('has not provided')
  const start = vi.fn<() => Promise<Services>>(async () => {
    throw new Error('no database')
  })
  provideServices(start)
  expect(start).not.toHaveBeenCalled()
  await Promise.all([expect(services()).rejects.toThrow('no database'), expect(services()).rejects.toThrow()])
  expect(start).toHaveBeenCalledTimes(1)
  await expect(services()).rejects.toThrow('no database')
  expect(start).toHaveBeenCalledTimes(2)
})

test('starts only what was provided first', async () => {
  const first = vi.fn(() => Promise.reject(new Error('the first')))
  provideServices(first)
  provideServices(() => Promise.reject(new Error('another')))
  await expect(services()).rejects.toThrow('the first')
})
