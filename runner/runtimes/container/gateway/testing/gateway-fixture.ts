import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { connect as connectNet } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { ErrorCode } from '../../../../contract/errors.ts'
import type { HostOp } from '../../../../contract/journal.ts'
import type { Json } from '../../../../contract/skill-io.ts'
import { type LogLine, recordingLog } from '../../../../egress/testing/engine-fixture.ts'
import type { HostAnswer } from '../../../runtime.ts'
import { makeAuthority } from '../certificates.ts'
import { type ContainerGatewayOptions, createContainerGateway } from '../container-gateway.ts'
import type { ContainerGateway, GatewayExecution } from '../gateway.ts'
import { createInstanceCa } from '../instance-ca.ts'
import { dnsSocket, gatewaySocket, listenOnSockets, plainSocket } from '../listen-on-sockets.ts'

/** The authority of the gateways of one test file. */
export const authority = await makeAuthority(Date.now())
const instanceCa = createInstanceCa(authority)

type Call = { readonly op: HostOp; readonly args: Json }
type Answer = (call: Call) => HostAnswer | Promise<HostAnswer>

/** What the container made happen. */
type Seen = {
  readonly calls: Call[]
  readonly violations: string[]
  readonly ends: { readonly code: ErrorCode; readonly reason: string }[]
  readonly lines: LogLine[]
}

export type OpenGateway = AsyncDisposable &
  Seen & {
    readonly gateway: ContainerGateway
    readonly execution: GatewayExecution
    /** Where port 443, connections without TLS, and DNS are. */
    readonly path: string
    readonly plainPath: string
    readonly dnsPath: string
  }

type Options = Partial<Omit<ContainerGatewayOptions, 'log'>> &
  Partial<Pick<GatewayExecution, 'hosts' | 'hostCalls' | 'secrets'>> & {
    readonly answer?: Answer
    readonly isAssigned?: boolean
  }

export const okAnswer: HostAnswer = {
  kind: 'value',
  value: { status: 200, url: 'https://api.example.com/', headers: [['content-type', 'text/plain']] },
  body: Buffer.from('hello'),
}

/** A gateway on sockets in a folder of its own, assigned to an execution that may reach api.example.com. */
export async function openGateway({
  answer = () => okAnswer,
  hosts = ['api.example.com', 'other.example.com'],
  hostCalls = false,
  secrets = {},
  isAssigned = true,
  ...options
}: Options = {}): Promise<OpenGateway> {
  const lines: LogLine[] = []
  const seen: Seen = { calls: [], violations: [], ends: [], lines }
  const gateway = createContainerGateway({
    ca: instanceCa,
    address: { v4: '127.0.0.1' },
    log: recordingLog(lines),
    ...options,
  })
  const execution: GatewayExecution = {
    hosts,
    hostCalls,
    secrets,
    async call(op, args) {
      seen.calls.push({ op, args })
      return answer({ op, args })
    },
    violation: (reason) => void seen.violations.push(reason),
    ended: (code, reason) => void seen.ends.push({ code, reason }),
  }
  if (isAssigned) gateway.assign(execution)
  const directory = await mkdtemp(join(tmpdir(), 'gateway-'))
  const listeners = await listenOnSockets(gateway, directory)
  return {
    ...seen,
    gateway,
    execution,
    path: join(directory, gatewaySocket),
    plainPath: join(directory, plainSocket),
    dnsPath: join(directory, dnsSocket),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await listeners[Symbol.asyncDispose]()
      await rm(directory, { recursive: true })
    },
  }
}

/** Resolves when the connection is closed, from whichever side and for whatever reason. */
export function closeOf(socket: Duplex): Promise<void> {
  socket.on('error', () => {})
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

/** All that comes back until the connection is closed, from whichever side. */
function answerOf(socket: Duplex): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  return closeOf(socket).then(() => Buffer.concat(chunks).toString('latin1'))
}

/** Sends bytes as they are, and gives what comes back before the gateway closes the connection. */
export async function exchangePlain({ path }: Pick<OpenGateway, 'path'>, bytes: string | Uint8Array): Promise<string> {
  const socket = connectNet(path)
  const answer = answerOf(socket)
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  return answer
}

/** The same inside TLS. */
export async function exchange(
  { path }: OpenGateway,
  bytes: string,
  { servername = 'api.example.com', ...options }: ConnectionOptions = {},
): Promise<string> {
  const socket = connectTls({ path, servername, ca: authority.certificatePem, ...options })
  const answer = answerOf(socket)
  if (bytes !== '') socket.write(Buffer.from(bytes, 'latin1'))
  return answer
}

/** The same where no TLS is due. */
export const exchangeWithoutTls = ({ plainPath: path }: OpenGateway, bytes: string) => exchangePlain({ path }, bytes)

export type Response = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
}

export type RequestInit = Omit<RequestOptions, 'path' | 'socketPath'> & {
  readonly body?: string | Uint8Array
  /** By the socket where none is due. */
  readonly isWithoutTls?: boolean
}

/** One request by Node's own client. */
export function fetchBy(
  { path, plainPath }: OpenGateway,
  url: string,
  { body, isWithoutTls = false, ...options }: RequestInit = {},
): Promise<Response> {
  const { hostname, host, pathname, search } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = (isWithoutTls ? httpRequest : httpsRequest)({
    socketPath: isWithoutTls ? plainPath : path,
    path: pathname + search,
    ...(isWithoutTls ? {} : { servername: hostname, ca: authority.certificatePem }),
    ...options,
    headers: { host, ...(Array.isArray(options.headers) ? {} : options.headers) },
  })
  request.on('error', reject)
  request.on('response', (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => {
      const { statusCode: status = 0, headers, rawHeaders } = response
      resolve({ status, headers, rawHeaders, body: Buffer.concat(chunks) })
    })
  })
  request.end(body)
  return promise
}
