import { readFileSync, writeSync } from 'node:fs'
import { createCallHost, gatewayPlace } from './call-host.ts'
import { withPeak } from './peak-memory.ts'
import { runBundle } from './run-bundle.ts'

/**
 * `node harness.mjs BUNDLE` runs a skill's bundle like the embedded runtime. The input is one JSON document on one line
 * of stdin; the result is printed between the markers. The exit code is 0 whenever there is a result, even an error.
 */
const start = '---SKILL_OUTPUT_START---'
const end = '---SKILL_OUTPUT_END---'
/** The exit code when no host answers the skill's calls. */
const exitWithoutHost = 70

const write = (text: string): void => {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at)
}

const [, , bundle = ''] = process.argv
// As in the embedded runtime: an unhandled rejection has no effect.
process.on('unhandledRejection', () => {})

runBundle({
  code: readFileSync(bundle, 'utf8'),
  callHost: createCallHost(gatewayPlace),
  readInput: () => readFileSync(0, 'utf8'),
  ended: (json) => {
    write(`${start}\n${withPeak(json)}\n${end}\n`)
    process.exit(0)
  },
  failed: (cause) => {
    process.stderr.write(`travel harness: ${cause.message}\n`)
    process.exit(exitWithoutHost)
  },
  whenIdle: (callback) => process.once('beforeExit', callback),
})
