import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoadedSkill } from '../../../core/skill.ts'
import { bundleCodeOf } from '../../../core/testing/bundle-code.ts'
import { silentLog } from '../../quickjs/testing/silent-log.ts'
import type { Runtime, RuntimeExecution } from '../../runtime.ts'
import { fieldOf } from '../../testing/conformance/harness.ts'
import { createContainerRuntime } from '../create-container-runtime.ts'
import { createSkillImages } from '../create-skill-images.ts'
import { scriptCommandOf } from '../harnesses.ts'
import type { EgressMode } from '../messages.ts'
import { engineAddress, patient, patientRuntime } from './engine.ts'

/** The maximum length of an argument on Linux, with a margin. */
const maxArgument = 100_000
/** Printed right before Node loads the harness, or before Python runs the script. */
const startLine = 'The harness starts'
const tellsStart = `--import 'data:text/javascript,console.error("${startLine}")'`
const load = `printf %s "$@" > /tmp/bundle.js; exec node ${tellsStart} /opt/travel/harness.mjs /tmp/bundle.js`

/** Runs the harness for scripts, which then also tells when it starts the script. */
const tellsScript = `
import os, runpy, sys
sys.modules['_datetime'] = sys.modules['_uuid'] = sys.modules['_zoneinfo'] = None
from travel_script import run
start = run.run
def tell(*given):
    os.write(2, b'${startLine}\\n')
    start(*given)
run.run = tell
runpy.run_module('travel_script', run_name='__main__')
`

/** The command that runs a script. Undefined: the skill is a bundle of JavaScript. */
function scriptOf(skill: LoadedSkill): string[] | undefined {
  const command = scriptCommandOf(skill)
  if (command === undefined) return undefined
  const module = command.indexOf('-m')
  return [...command.slice(0, module), '-c', tellsScript]
}

/**
 * A container runtime whose skills are bundles in the base image's harnesses. Those in JavaScript are passed as
 * arguments, because building an image for each would take minutes.
 */
export async function startBundles({ egress = 'socket' }: { readonly egress?: EgressMode } = {}): Promise<Runtime> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-test-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const runtime = opened.use(
    createContainerRuntime({
      imagesCommand: 'travel skill images',
      workerPath: join(import.meta.dirname, '../worker.ts'),
      engine: engineAddress,
      egress: [egress],
      caFolder: join(folder, 'ca'),
      socketRoot: join(folder, 'run'),
      instance: 'inst_bundles',
      liveInstances: async () => new Set(),
      loadImages: async (signal) => {
        const images = await createSkillImages({
          projectDir: process.cwd(),
          operatorBase: undefined,
          engine: engineAddress,
          signal,
        })
        const { tag } = images.probe
        return {
          ...images,
          imageOf: (skill) => ({
            tag,
            command: scriptOf(skill) ?? ['sh', '-c', load, 'sh', ...pieces(bundleCodeOf(skill))],
          }),
        }
      },
      clock: { now: Date.now, monotonic: () => performance.now() },
      log: silentLog,
      ...patientRuntime,
    }),
  )
  const acquired = opened.move()
  /** Grows on a busy machine and stays, so that later executions need no second container. */
  let longer = 1
  return {
    ...runtime,
    run: async ({ limits, host, ...rest }) => {
      const { timeoutMs, ...others } = patient(limits)
      // A time limit that ends a container before the harness starts shows nothing about the skill.
      for (;;) {
        const factor = longer
        let hasStarted = false
        const execution: RuntimeExecution = {
          ...rest,
          limits: { ...others, timeoutMs: factor * timeoutMs },
          host: {
            call: async (op, args, fuelLeft) => {
              const isStart = op === 'console.log' && fieldOf(args, 'text').startsWith(startLine)
              hasStarted ||= isStart
              return isStart ? { kind: 'value', value: null } : host.call(op, args, fuelLeft)
            },
          },
        }
        const outcome = await runtime.run(execution)
        const isTimeout = outcome.kind === 'failed' && outcome.code === 'TIMEOUT' && !execution.signal.aborted
        if (hasStarted || !isTimeout) return outcome
        longer = Math.max(longer, 2 * factor)
      }
    },
    [Symbol.asyncDispose]: () => acquired.disposeAsync(),
  }
}

function pieces(code: string): string[] {
  return Array.from({ length: Math.ceil(code.length / maxArgument) }, (_, index) =>
    code.slice(index * maxArgument, (index + 1) * maxArgument),
  )
}
