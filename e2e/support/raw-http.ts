import { createConnection } from 'node:net'

/** Sends these bytes at once on one connection; returns everything the server sends until it closes the connection. */
export async function sendRaw(appUrl: string, bytes: string): Promise<{ statuses: number[]; text: string }> {
  const { hostname, port } = new URL(appUrl)
  const socket = createConnection(Number(port), hostname)
  socket.write(Buffer.from(bytes, 'latin1'))
  const text = (await socket.setEncoding('latin1').toArray()).join('')
  return { statuses: [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status)), text }
}
