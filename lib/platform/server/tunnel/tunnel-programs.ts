import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { devNull } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import type { TunnelProgram, TunnelView } from '../../model/tunnel-view.ts'

type Program = {
  /** The arguments for a tunnel to this port. */
  args(port: number): readonly string[]
  /** Finds the public address in a line that the program prints. Only https: a session over http could be read. */
  readonly address: RegExp
}

export const tunnelPrograms: Readonly<Record<TunnelProgram, Program>> = {
  cloudflared: {
    // The operator's own configuration could lead the requests elsewhere, and an update would start another process.
    args: (port) => ['tunnel', '--config', devNull, '--no-autoupdate', '--url', `http://127.0.0.1:${port}`],
    // The line in the frame: error messages name other hosts of the same domain.
    address: /\|\s+(https:\/\/[a-z0-9-]+\.trycloudflare\.com)\s+\|/,
  },
  ngrok: {
    // The inspector would keep every request, with its passwords, and show it to anyone on this machine.
    args: (port) => ['http', `127.0.0.1:${port}`, '--inspect=false', '--log=stdout', '--log-format=logfmt'],
    address: /\bmsg="started tunnel" .*\burl=(https:\/\/[a-z0-9.-]+)(?:\s|$)/,
  },
}

/**
 * The path of a program, as the first folder of `path` (a PATH) has it. Links stay as they are: what snap and mise install
 * depends on its name. Packages of the project may bring programs of any name, and are left out.
 */
export async function findTunnelProgram(name: string, path: string | undefined): Promise<string | undefined> {
  for (const folder of (path ?? '').split(delimiter)) {
    if (!isAbsolute(folder) || /[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder)) continue
    const file = join(/* turbopackIgnore: true */ folder, name)
    if (await isProgram(file)) return file
  }
  return undefined
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(/* turbopackIgnore: true */ file, constants.X_OK)
    return (await stat(/* turbopackIgnore: true */ file)).isFile()
  } catch {
    return false
  }
}

const known = ['cloudflared', 'ngrok', 'bore'] as const satisfies TunnelView['found']

export async function findTunnelPrograms(path: string | undefined): Promise<TunnelView['found']> {
  const paths = await Promise.all(known.map((name) => findTunnelProgram(name, path)))
  return known.filter((_, at) => paths[at] !== undefined)
}
