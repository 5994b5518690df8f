import { expect, it, vi } from 'vitest'
import { readServeEnv } from './serve-env.ts'

it('names the option whose value is invalid, and otherwise the variable', async () => {
  vi.stubEnv('PORT', 'xyz')
  vi.stubEnv('HOST', '')
  vi.stubEnv('TRAVEL_ROLE', '')
  await expect(readServeEnv({})).rejects.toThrow(/^PORT is invalid: set a whole number from 1 to 65535\.$/)
  await expect(readServeEnv({ port: 'abc' })).rejects.toThrow(
    /^--port is invalid: set a whole number from 1 to 65535\.$/,
  )
  await expect(readServeEnv({ port: '4000', host: 'not a host' })).rejects.toThrow(/^--host is invalid/)
  await expect(readServeEnv({ port: '4000', host: '127.0.0.1', role: 'boss' })).rejects.toThrow(
    /^--role is invalid: use one of all, web, worker\.$/,
  )
})
