import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { EgressEngineOptions } from '#runner/egress/engine.ts'
import { engineOf, realClock } from '#runner/egress/testing/engine-fixture.ts'
import type { SeenRequest } from '#runner/egress/testing/local-server.ts'
import { createSources } from '../create-sources.ts'
import type { Sources } from '../source.ts'

/** Sources whose network is the loopback: every name resolves to this machine, which only these tests allow. */
export type LocalSources = AsyncDisposable & {
  readonly sources: Sources
  readonly parent: string
  readonly signal: AbortSignal
}

export function openLocalSources(egress: Partial<EgressEngineOptions> = {}): LocalSources {
  const engine = engineOf(egress)
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'local-sources-')))
  return {
    sources: createSources({ egress: engine, clock: egress.clock ?? realClock, randomBytes, parent }),
    parent,
    signal: new AbortController().signal,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      rmSync(parent, { recursive: true })
    },
  }
}

/** Whether the git program is there. Only tests use it: as the server, and to write repositories. */
export const hasGit = (() => {
  try {
    execFileSync('git', ['--version'])
    return process.platform !== 'win32'
  } catch {
    return false
  }
})()

/** A repository on disk. */
export type GitRepository = Disposable & {
  readonly folder: string
  git(args: readonly string[], input?: string | Uint8Array): string
  /** Commits all files of the working folder, and answers with the commit's id. */
  commit(files: Readonly<Record<string, string | Uint8Array>>): string
}

const settings = ['user.name=A', 'user.email=a@example.com', 'commit.gpgsign=false', 'core.hooksPath=/dev/null']

export function createRepository({ filters = true } = {}): GitRepository {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'local-repository-')))
  const git = (args: readonly string[], input: string | Uint8Array = '') =>
    execFileSync('git', [...settings.flatMap((one) => ['-c', one]), ...args], { cwd: folder, input })
      .toString()
      .trim()
  git(['init', '-q', '-b', 'main'])
  git(['config', 'uploadpack.allowFilter', String(filters)])
  return {
    folder,
    git,
    commit(files) {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), content)
      }
      git(['add', '-A', '-f'])
      git(['commit', '-q', '--allow-empty', '-m', 'a commit'])
      return git(['rev-parse', 'HEAD'])
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

/** Answers as a git server does, for one repository at any path. */
export function serveGit(folder: string): (request: SeenRequest, response: ServerResponse) => void {
  return ({ path, body }, response) => {
    const isAdvertisement = path.includes('/info/refs')
    const kind = isAdvertisement ? 'advertisement' : 'result'
    response.setHeader('content-type', `application/x-git-upload-pack-${kind}`)
    const flags = isAdvertisement ? ['--advertise-refs'] : []
    const args = ['GIT_PROTOCOL=version=2', 'git', 'upload-pack', '--stateless-rpc', ...flags, folder]
    const server = spawn('env', args, { stdio: ['pipe', 'pipe', 'ignore'] })
    server.stdout.pipe(response)
    // The program may answer, and end, before it has read everything.
    server.stdin.on('error', () => undefined)
    server.stdin.end(body)
  }
}
