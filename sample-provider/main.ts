import { parseArgs } from 'node:util'
import { createPlaces } from '#lib/places/places.ts'
import { createSampleProvider } from './create-sample-provider.ts'
import { faults, isFault } from './faults.ts'

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
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new TypeError(`--port ${values.port} is no port`)
  const { fault } = values
  if (fault !== undefined && !isFault(fault)) throw new TypeError(`--fault ${fault} is none of ${faults.join(', ')}`)

  const provider = createSampleProvider({ places: createPlaces(), clock: { now: Date.now }, fault })
  const { url } = await provider.listen({ port, host: values.host })
  process.stdout.write(`${url}\n`)
  const upstream = JSON.stringify({ 'api.amadeus.com': { url, data: 'sample' } })
  process.stderr.write(
    `Sample provider: client id "sample", secret "sample". Ctrl-C stops it. The app uses it when started with\n` +
      `AMADEUS_API_KEY=sample AMADEUS_API_SECRET=sample TRAVEL_UPSTREAMS='${upstream}' npm run up\n`,
  )
  const stop = () => void provider.close().then(() => process.exit(0))
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
