import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { pipe } from './pipe.ts'
import { type ContainerSubject, checkPrinted, inputOf, program } from './program.ts'

const Method = z.custom<(...args: readonly unknown[]) => unknown>((value) => typeof value === 'function')
/** The part of the package's API in use. The package is present only after the peers are installed. */
const Package = z.object({
  SandboxManager: z.object({ checkDependencies: Method, initialize: Method, wrapWithSandbox: Method, reset: Method }),
})

/** `@anthropic-ai/sandbox-runtime`: its library starts the machine's Python in bubblewrap without a network. */
export async function openSandboxRuntime(): Promise<ContainerSubject> {
  await using opened = new AsyncDisposableStack()
  const name = '@anthropic-ai/sandbox-runtime'
  const { SandboxManager: manager } = Package.parse(await import(name))
  const { errors } = z.looseObject({ errors: z.array(z.string()) }).parse(await manager.checkDependencies())
  if (errors.length > 0) throw new Error(errors.join('; '))
  const folder = await mkdtemp(join(tmpdir(), 'bench-srt-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'hello.py')
  await writeFile(file, program)
  await manager.initialize({
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
  })
  opened.defer(async () => void (await manager.reset()))
  const acquired = opened.move()
  return {
    name: 'sandbox-runtime',
    jobs: ['hello'],
    async run(job) {
      const command = z.string().parse(await manager.wrapWithSandbox(`python3 ${file}`))
      checkPrinted(await pipe('bash', ['-c', command], JSON.stringify(inputOf(job))))
    },
    [Symbol.asyncDispose]: () => acquired.disposeAsync(),
  }
}
