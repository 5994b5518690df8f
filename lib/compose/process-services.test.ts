import { afterEach, expect, test, vi } from 'vitest'
import type { Services } from './compose.ts'
import { provideServices, services } from './process-services.ts'

const key = Symbol.for('travel.aw')
afterEach(() => Reflect.deleteProperty(globalThis, key))

test('the services start once, at the first call, and a failed start is retried by the next call', async () => {
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

test('uses only the start function that was provided first', async () => {
  const first = vi.fn(() => Promise.reject(new Error('the first')))
  provideServices(first)
  provideServices(() => Promise.reject(new Error('another')))
  await expect(services()).rejects.toThrow('the first')
})
