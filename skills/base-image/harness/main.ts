import { readFileSync, writeSync } from 'node:fs'
import { createCallHost, gatewayPlace, wayToHost } from './call-host.ts'
import { runBundle } from './run-bundle.ts'
import { warmUp } from './warm-up.ts'

/**
 * `node harness.mjs BUNDLE`: runs a skill's bundle as the embedded runtime does. The input comes on stdin, one JSON
 * document on one line; the result goes between the markers. It is exit code 0 when there is a result, whatever it says.
 */
const start = '---SKILL_OUTPUT_START---'
const end = '---SKILL_OUTPUT_END---'
/** There is nobody to answer the skill's calls. */
const exitWithoutHost = 70

const write = (text: string): void => {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at)
}

const [, , bundle = ''] = process.argv
// As in the embedded runtime: who rejects a promise that nobody waits for has done nothing.
process.on('unhandledRejection', () => {})

const prepare = async () => {
  await warmUp(wayToHost())
  return gatewayPlace()
}
// Without it the first call takes longer, and is right as well.
const place = process.env.TRAVEL_AHEAD === undefined ? undefined : await prepare().catch(() => undefined)

runBundle({
  code: readFileSync(bundle, 'utf8'),
  callHost: createCallHost(async () => place ?? gatewayPlace()),
  // Everything that can be done before the input is there is done: this waits, for long perhaps.
  readInput: () => readFileSync(0, 'utf8'),
  ended: (json) => {
    write(`${start}\n${json}\n${end}\n`)
    process.exit(0)
  },
  failed: (cause) => {
    process.stderr.write(`travel harness: ${cause.message}\n`)
    process.exit(exitWithoutHost)
  },
  whenIdle: (callback) => process.once('beforeExit', callback),
})
