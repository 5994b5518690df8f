import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { directRoutes } from './direct-routes.ts'

it('has only routes without a body and parameters of the path, at the paths that Next lists', () => {
  expect(Object.keys(directRoutes)).not.toEqual([])
  for (const [path, { GET, POST }] of Object.entries(directRoutes)) {
    expect(existsSync(join(import.meta.dirname, path, 'route.ts'))).toBe(true)
    for (const handler of [GET, POST]) {
      const { query, body, params } = Object(handler).declared
      expect([typeof query, body, params]).toEqual(['object', undefined, undefined])
    }
  }
})
