import { once } from 'node:events'
import { createServer } from 'node:http'
import { pipe } from '../container/pipe.ts'
import { helloProgram, offersProgram, offersText } from '../jobs/python-programs.ts'
import { serve, timed } from '../process/serve.ts'

/** The machine's Python: a new process for each run, not sandboxed. It asks a server on the loopback for the offers. */

const provider = createServer((_, response) => response.end(offersText)).listen(0, '127.0.0.1')
await once(provider, 'listening')
const address = provider.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/offers`

const setResult = `
import json

def set_result(data):
    print('result', json.dumps(data, separators=(',', ':')))
`
const fetchOffers = `
import urllib.request

def fetch_offers():
    return urllib.request.urlopen('${url}').read()
`

const programJob = (code: string) =>
  timed(() => async () => {
    const printed = await pipe('python3', ['-I', '-c', code], '')
    return printed.split('result ')[1]?.trim()
  })

await serve({
  hello: programJob(setResult + helloProgram),
  offers: programJob(setResult + fetchOffers + offersProgram),
})
