import { parseArgs } from 'node:util'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { standIns } from './stand-ins.ts'

const host = 'api.amadeus.com'
const { faults, start, credential, data } = standIns[host]

const usage = `Usage: npm run sample-provider -- [--port N] [--host ADDRESS] [--fault NAME]
Faults: ${faults.join(', ')}`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      host: { type: 'string', default: '127.0.0.1' },
      fault: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new TypeError(`--port ${values.port} is not a port: give a number from 0 to 65535`)
  const fault = faults.find((name) => name === values.fault)
  if (fault !== values.fault)
    throw new TypeError(`--fault ${values.fault} is unknown: give one of ${faults.join(', ')}`)

  const clock = { now: Date.now }
  const provider = await start({ places: createPlaces(), clock, port, host: values.host, fault })
  process.stdout.write(`${provider.url}\n`)
  const keys = Object.entries(credential).map(([name, value]) => `${name}=${value}`)
  const upstream = JSON.stringify({ [host]: { url: provider.url, data } })
  process.stderr.write(
    `Sample provider: client id "sample", secret "sample". Ctrl-C stops it. To use it, start the app with\n` +
      `${keys.join(' ')} TRAVEL_UPSTREAMS='${upstream}' npm run up\n`,
  )
  const stop = () => void provider.close().then(() => process.exit(0))
  const parent = process.ppid
  // Watches the parent process, because npm's shell exits on a signal without forwarding it.
  setInterval(() => process.ppid === parent || stop(), 300).unref()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`)
  process.exitCode = 1
}
