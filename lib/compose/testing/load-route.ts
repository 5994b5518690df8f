import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'

/** Next's modules for a request, of which a route file that a test calls has none. */
const stubs: Readonly<Record<string, string>> = {
  'server-only': '',
  'next/server': 'export const connection = async () => {}',
  'next/headers': 'export const headers = async () => new Headers(), cookies = async () => new Map()',
}

type Handler = (
  request: Request,
  context?: { readonly params: Promise<Record<string, string | string[]>> },
) => Promise<Response>
const RouteModule = z.record(
  z.string(),
  z.custom<Handler>((value) => typeof value === 'function'),
)

/** Loads a route file of `app/`, as Next does for a request. Its services are those of `provideServices`. */
export async function loadRoute(path: string, method: string): Promise<Handler> {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const stub = stubs[specifier]
      return stub === undefined
        ? next(specifier, context)
        : { url: `data:text/javascript,${encodeURIComponent(stub)}`, shortCircuit: true }
    },
  })
  try {
    const loaded: object = await import(pathToFileURL(join(process.cwd(), 'app', path, 'route.ts')).href)
    const handler = RouteModule.parse({ [method]: Object.entries(loaded).find(([name]) => name === method)?.[1] })[
      method
    ]
    if (handler === undefined) throw new Error(`${path} has no ${method}`)
    return handler
  } finally {
    hooks.deregister()
  }
}
