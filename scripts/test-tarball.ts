import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadAirportTable, loadGazetteer } from '#lib/travel/server/places/load-built.ts'
import { readArguments } from './arguments.ts'
import { main, root, StepError, step } from './steps.ts'

const execute = promisify(execFile)
const maxBuffer = 64 * 1024 * 1024

/** The commands that an installed copy runs in a folder of its own, and a text that each prints. */
const commands = [
  [['--help'], 'Usage: travel'],
  [['skill', 'create', 'greeter'], 'Made '],
  [['skill', 'check', 'greeter'], 'greeter  admit'],
  [['skill', 'build', './greeter'], 'greeter 0.1.0'],
  [['skill', 'list'], 'flight-search'],
] as const

/**
 * `npm run test:tarball [-- NODE…]`: packs the project, installs the tarball like `npm i -g TARBALL`, and runs commands of
 * the copy in another folder: with this Node, and with the given Node programs. Takes minutes, because npm fetches each
 * package again.
 */
await main(async () => {
  const { words } = readArguments({}, { maxWords: 9 })
  const folder = await mkdtemp(join(tmpdir(), 'travel-tarball-'))
  try {
    // If root starts the database server, it runs as another user, which must be able to enter this folder.
    await chmod(folder, 0o711)
    // `prepack` would make these.
    loadAirportTable(root)
    loadGazetteer(root)
    await step('Packing', () =>
      execute('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root, maxBuffer }),
    )
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
    const prefix = join(folder, 'prefix')
    const install = ['install', '--global', '--prefix', prefix, '--prefer-offline', '--omit=dev', join(folder, tarball)]
    await step('Installing', () => execute('npm', install, { cwd: folder, maxBuffer }))
    for (const [at, node] of [process.execPath, ...words].entries()) {
      const home = join(folder, `home-${at}`)
      await mkdir(home)
      const { stdout: version } = await execute(node, ['--version'])
      for (const [args, expected] of commands) {
        await step(`Node ${version.trim()}: travel ${args.join(' ')}`, () =>
          run({ node, prefix, home }, args, expected),
        )
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return 0
})

type Copy = { readonly node: string; readonly prefix: string; readonly home: string }

async function run({ node, prefix, home }: Copy, args: readonly string[], expected: string): Promise<void> {
  const { stdout } = await execute(node, [join(prefix, 'bin', 'travel'), ...args], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, NODE_ENV: 'production' },
    maxBuffer,
  }).catch((cause: { readonly stderr?: string }) => {
    throw new StepError(`travel ${args.join(' ')} failed:\n${cause.stderr ?? ''}`)
  })
  if (!stdout.includes(expected)) {
    throw new StepError(`travel ${args.join(' ')} printed no ${JSON.stringify(expected)}:\n${stdout}`)
  }
}
