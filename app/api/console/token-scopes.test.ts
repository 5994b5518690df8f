import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RouteDescription } from '#lib/platform/server/http/route-description.ts'

// What a token for scripts may call, and which operations need a fresh sign-in. A route that declares nothing takes no
// token.

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The declarations of all routes of the console: by method and path. */
async function consoleRoutes(): Promise<ReadonlyMap<string, RouteDescription>> {
  const found = new Map<string, RouteDescription>()
  for (const file of globSync('**/route.ts', { cwd: import.meta.dirname })) {
    const module = await import(join(import.meta.dirname, file))
    for (const method of methods) {
      const declared: RouteDescription | undefined = module[method]?.declared
      if (declared !== undefined) found.set(`${method} ${file.replace('/route.ts', '')}`, declared)
    }
  }
  return found
}

test('a token reads with `read` only, and changes skills or profiles only with that scope', async () => {
  const routes = [...(await consoleRoutes())]
  expect(routes.length).toBeGreaterThan(50)
  const namesWith = (matches: (route: RouteDescription, name: string) => boolean) =>
    routes.flatMap(([name, route]) => (matches(route, name) ? name : [])).sort()
  expect(namesWith(({ who }) => who !== 'operator')).toEqual([])
  // A token of scope `read` cannot change anything.
  expect(namesWith(({ scope }, name) => scope === 'read' && !name.startsWith('GET '))).toEqual([])
  // Personal data, tokens and proofs are for people only.
  expect(namesWith(({ scope }, name) => scope !== 'read' && name.startsWith('GET '))).toEqual([
    'GET console-tokens',
    'GET fresh-sign-in',
    'GET people',
    'GET people/[id]',
    'GET search',
  ])
  expect(namesWith(({ scope }) => scope === 'skills')).toEqual([
    'POST agents/[slug]/skills',
    'POST skill-installs',
    'POST skill-plans',
    'POST skills/[name]/approval',
    'POST skills/[name]/removal',
    'POST skills/[name]/rollback',
    'POST skills/[name]/switch',
  ])
  expect(namesWith(({ scope }) => scope === 'profiles')).toEqual([
    'PATCH profiles/[id]',
    'POST executions/[id]/cancel',
    'POST profiles',
    'POST profiles/[id]/lock',
    'POST profiles/[id]/revoke',
    'POST profiles/revoke-unlocked',
    'POST proposals/[id]',
  ])
})

test('what hurts needs a fresh sign-in, and takes no token', async () => {
  const needing = [...(await consoleRoutes())].filter(([, route]) => route.needsFreshSignIn)
  expect(needing.filter(([, { scope }]) => scope !== undefined)).toEqual([])
  expect(needing.map(([name]) => name).sort()).toEqual([
    'POST backup-files/[name]',
    'POST backups',
    'POST console-tokens',
    'POST export',
    'POST imports/[id]',
    'POST key-ring',
    'POST people/[id]',
    'POST people/[id]/reset-link',
    'POST profiles/[id]/removal',
    'POST profiles/[id]/token',
  ])
})
