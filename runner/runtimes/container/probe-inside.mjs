// Runs in a container to check that it reaches its gateway and nothing else. It prints its findings on stdout.
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect } from 'node:net'

/** The status of one host call through the gateway, or its error. */
const call = () =>
  new Promise((resolve) => {
    const body = JSON.stringify({ op: 'time.offset', args: { pairs: [] } })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const asked = request({ host: 'runner.travel.internal', path: '/call', method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    asked.on('error', (error) => resolve(error.message))
    asked.end(body)
  })

/** The kernel's result for a connection to an address. */
const reach = (host) =>
  new Promise((resolve) => {
    const socket = connect({ host, port: 9, timeout: 8000 })
    socket.on('connect', () => resolve('connected'))
    socket.on('timeout', () => resolve('timeout'))
    socket.on('error', (error) => resolve(error.code))
  })

/** In a network of 8 addresses, the one that the engine gives to its own machine. */
const firstOf = (address) => address.replace(/\d+$/, (last) => String(last - (last % 8) + 1))

/** Reads the kernel's tables, because a program in the sandbox may not list interfaces. */
const tableOf = (name) => {
  try {
    return readFileSync(`/proc/net/${name}`, 'latin1')
  } catch (error) {
    // The kernel has no IPv6.
    if (error.code === 'ENOENT') return ''
    throw error
  }
}
const local4 = [...tableOf('fib_trie').matchAll(/\|-- ([\d.]+)\n +\/32 host LOCAL/g)].map(([, address]) => address)
const local6 = [...tableOf('if_inet6').matchAll(/^([0-9a-f]{32}) .* (\S+)$/gm)].flatMap(([, address, name]) =>
  name === 'lo' ? [] : [address],
)
const addresses = [...new Set([...local4.filter((address) => !address.startsWith('127.')), ...local6])]
const [address] = addresses
const [status, outside, host] = await Promise.all([
  call(),
  // An address reserved for documentation.
  reach('198.51.100.1'),
  address === undefined ? undefined : reach(firstOf(address)),
])
const value = { call: status, addresses, outside, host }
process.stdout.write('---SKILL_OUTPUT_START---\n')
process.stdout.write(`${JSON.stringify({ kind: 'returned', value })}\n`)
process.stdout.write('---SKILL_OUTPUT_END---\n', () => process.exit(0))
