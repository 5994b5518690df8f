import { startHarness } from '../../../../skills/base-image/harness/testing/harness-runtime.ts'
import type { SkillOutput } from '../../../contract/skill-io.ts'
import { fixedSkills } from '../../../core/fixed-skills.ts'
import type { TimeOffsets } from '../../../core/ports.ts'
import { brokerOf, engineOf, type LogLine, realClock, recordingLog } from '../../../egress/testing/engine-fixture.ts'
import { type SeenRequest, startServer } from '../../../egress/testing/local-server.ts'
import { lastingPart } from '../../../journal/lasting-part.ts'
import { loadSkillFolder } from '../../../manifest/load-skill-folder.ts'
import { createRunner } from '../../../run/runner.ts'
import { createQuickJsRuntime } from '../../quickjs/create-quickjs-runtime.ts'
import type { Runtime } from '../../runtime.ts'
import { createSkillImages } from '../create-skill-images.ts'
import { engineAddress } from './engine.ts'
import { startPrograms } from './programs.ts'

/** A provider's answer to one request. */
export type Given = { readonly status?: number; readonly body: string }

type Search = {
  readonly action: string
  readonly params: Parameters<ReturnType<typeof createRunner>['execute']>[1]['params']
  readonly config?: { readonly max_results?: number }
  readonly answer: (url: URL, request: SeenRequest) => Given
}

/** Everything that must not depend on the runtime. */
type Ran = {
  readonly output: ReturnType<typeof lastingPart>
  readonly status: SkillOutput['status']
  /** The provider's requests, sorted, because concurrent requests arrive in any order: method, path and query. */
  readonly asked: readonly string[]
  /** Log lines of the skill. */
  readonly lines: readonly string[]
}

/** Where the search runs besides the embedded runtime: in the harness of the base image, or in the skill's own image. */
export type Other = 'harness' | 'container'

export type TwoRuntimes = AsyncDisposable & {
  /** Runs the same search in the embedded runtime and in the other one. */
  search(search: Search, where: Other): Promise<{ readonly quickjs: Ran; readonly other: Ran }>
}

export type TwoRuntimesOptions = {
  /** The skill's folder. Absolute. */
  readonly folder: string
  readonly host: string
  readonly nowMs: number
  readonly timeOffsets: TimeOffsets
}

const projectDir = process.cwd()
const tokenPath = '/v1/security/oauth2/token'
/** The value of each secret. */
const secretValue = 'a-value-for-the-test'
const credential = (host: string) => ({ value: secretValue, hosts: [host] })
/** Makes identifiers equal in both runtimes, so that outputs can be compared. */
const fixedBytes = (size: number) => new Uint8Array(size).fill(7)
/** A container takes seconds to start on a busy machine. */
const patientMs = 60_000

/**
 * Runs an unchanged skill of the project in two runtimes, with everything between it and its provider. The container
 * runtime starts at its first search.
 */
export async function openTwoRuntimes({ folder, host, nowMs, timeOffsets }: TwoRuntimesOptions): Promise<TwoRuntimes> {
  await using opened = new AsyncDisposableStack()
  const loaded = await loadSkillFolder(folder, { tier: 'local', projectDir })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const manifest = { ...loaded.skill.manifest, limits: { ...loaded.skill.manifest.limits, timeout_ms: patientMs } }
  const skill = { ...loaded.skill, manifest }
  const embedded = opened.use(
    await createQuickJsRuntime({ projectRoot: projectDir, log: recordingLog(), workers: 1, instancesPerWorker: 1 }),
  )
  const harness = opened.use(await startHarness())
  const { runtime: container } = opened.use(
    await startPrograms({
      loadImages: (signal) => createSkillImages({ projectDir, operatorBase: undefined, engine: engineAddress, signal }),
    }),
  )

  const run = async (runtime: Runtime, { action, params, config = {}, answer }: Search): Promise<Ran> => {
    await using provider = await startServer(
      (request, response) => {
        const url = new URL(request.path, `https://${host}`)
        const token = JSON.stringify({ access_token: 'a-token-for-the-test', token_type: 'Bearer', expires_in: 1799 })
        const { status = 200, body } = url.pathname === tokenPath ? { body: token } : answer(url, request)
        response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      },
      { secure: false },
    )
    const lines: LogLine[] = []
    const secrets = skill.manifest.permissions.secrets.map((name) => [name, credential(host)])
    await using egress = engineOf({
      upstream: { [host]: { url: `http://127.0.0.1:${provider.port}`, data: 'test' } },
    })
    const runner = createRunner({
      skills: fixedSkills(skill),
      runtimes: [runtime],
      broker: brokerOf(Object.fromEntries(secrets)),
      egress,
      services: { timeOffsets },
      store: { started: async () => {}, finished: async () => {} },
      clock: { ...realClock, now: () => nowMs },
      randomBytes: fixedBytes,
      log: recordingLog(lines),
    })
    const output = await runner.execute(manifest.name, { action, params, config: { ...config } })
    return {
      output: lastingPart(output),
      status: output.status,
      asked: provider.seen.map(({ method, path }) => `${method} ${path}`).toSorted(),
      lines: lines.map(({ message }) => message).filter((message) => message.startsWith('skill: ')),
    }
  }

  const acquired = opened.move()
  return {
    search: async (search, where) => ({
      quickjs: await run(embedded, search),
      other: await run(where === 'harness' ? harness : container, search),
    }),
    [Symbol.asyncDispose]: () => acquired.disposeAsync(),
  }
}
