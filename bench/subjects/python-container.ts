import { engineImage } from '../container/engine-image.ts'
import { pipe } from '../container/pipe.ts'
import { helloProgram } from '../jobs/python-programs.ts'
import { serve, timed } from '../process/serve.ts'

/** A new container of the project's image for each run, started with Docker's command line without a network. */

const setResult = "set_result = lambda data: print('result', data)\n"
const settings = ['-e', 'TRAVEL_EGRESS=none', '-e', 'TRAVEL_TTL_MS=60000']

await serve({
  hello: timed(async () => {
    const { tag } = await engineImage({ kind: 'socket', path: '/var/run/docker.sock' })
    const args = ['run', '--rm', '-i', '--network', 'none', ...settings, tag, 'python3', '-c', setResult + helloProgram]
    return async () => (await pipe('docker', args, '')).split('result ')[1]?.trim()
  }),
})
