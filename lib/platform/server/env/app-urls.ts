import type { Env } from './env.ts'

/** The URL that people open. */
export function baseUrlOf({ publicUrl, ...listens }: Pick<Env, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl?.replace(/\/$/, '') ?? listenUrlOf(listens)
}

/** The URL of the app on its own machine. */
export function listenUrlOf({ host, port }: Pick<Env, 'host' | 'port'>): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
