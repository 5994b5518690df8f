import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { connect as connectNet } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { ErrorCode } from '../../../../contract/errors.ts'
import type { HostAnswer } from '../../../../contract/host-seam.ts'
import type { HostOp } from '../../../../contract/journal.ts'
import type { Json } from '../../../../contract/skill-io.ts'
import { type LogLine, recordingLog } from '../../../../egress/testing/engine-fixture.ts'
import { type ContainerGatewayOptions, createContainerGateway } from '../container-gateway.ts'
import type { ContainerGateway, GatewayExecution } from '../gateway.ts'
import { createInstanceCa, makeAuthority } from '../instance-ca.ts'
import { dnsSocket, gatewaySocket, listenOnSockets, plainSocket } from '../listen-on-sockets.ts'

/** The authority for the gateways of one test file. */
export const authority = await makeAuthority(Date.now())
const instanceCa = createInstanceCa(authority)

type Call = { readonly op: HostOp; readonly args: Json }
type Answer = (call: Call) => HostAnswer | Promise<HostAnswer>

/** Everything that the container caused. */
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
    /** The sockets for port 443, for connections without TLS, and for DNS. */
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

/** A gateway on sockets in its own folder, assigned to an execution that may reach api.example.com. */
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

/** Resolves when the connection is closed, by either side and for any reason. */
export function closeOf(socket: Duplex): Promise<void> {
  socket.on('error', () => {})
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

/** Everything that comes back until either side closes the connection. */
function answerOf(socket: Duplex): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  return closeOf(socket).then(() => Buffer.concat(chunks).toString('latin1'))
}

/** Sends raw bytes and returns everything that comes back before the gateway closes the connection. */
export async function exchangePlain({ path }: Pick<OpenGateway, 'path'>, bytes: string | Uint8Array): Promise<string> {
  const socket = connectNet(path)
  const answer = answerOf(socket)
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  return answer
}

/** Like `exchangePlain`, but over TLS. */
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

/** Like `exchangePlain`, but on the socket without TLS. */
export const exchangeWithoutTls = ({ plainPath: path }: OpenGateway, bytes: string) => exchangePlain({ path }, bytes)

export type Response = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
}

export type RequestInit = Omit<RequestOptions, 'path' | 'socketPath'> & {
  readonly body?: string | Uint8Array
  /** Whether to use the socket without TLS. */
  readonly isWithoutTls?: boolean
}

/** Makes one request with Node's own client. */
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
