import { readFile } from 'node:fs/promises'
import * as z from 'zod'

/** Next's list of the routes that it has built. */
const Manifest = z.object({
  staticRoutes: z.array(z.object({ page: z.string() })),
  dynamicRoutes: z.array(z.object({ page: z.string(), regex: z.string() })),
})

/** The route that answers a path, such as `/executions/[id]`: without ids, of which there are ever more. */
export type RouteOf = (path: string) => string

/** Reads the routes of the built app. In development there is no such list. */
export async function readRoutes(file: string): Promise<RouteOf> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? () => 'other' : createRouteOf(JSON.parse(text))
}

export function createRouteOf(manifest: unknown): RouteOf {
  const { staticRoutes, dynamicRoutes } = Manifest.parse(manifest)
  const fixed = new Set(staticRoutes.map(({ page }) => page))
  const patterns = dynamicRoutes.map(({ page, regex }) => ({ page, pattern: new RegExp(regex) }))
  return (path) => {
    const [plain = ''] = path.split('?')
    if (fixed.has(plain)) return plain
    if (plain.startsWith('/_next/')) return '/_next'
    return patterns.find(({ pattern }) => pattern.test(plain))?.page ?? 'other'
  }
}
