import { expect, test } from 'vitest'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { createCalDavStore, fetchOf, keepsPassword } from './caldav-store.ts'

test.each([
  ['https://dav.example.com/x', true],
  ['http://127.0.0.1:5232/', true],
  ['http://[::1]:5232/', true],
  ['http://dav.example.com/', false],
  ['http://127.0.0.1.example.com/', false],
  ['http://localhost@example.com/', false],
  ['file:///etc/passwd', false],
  ['/relative', false],
])('may send the password to %s: %s', (address, goes) => {
  expect(keepsPassword(address)).toBe(goes)
})

/** Another origin, which records the requests that it gets. */
async function otherOrigin() {
  const seen: unknown[] = []
  const server = await openHttpServer((request, response) => {
    seen.push([request.url, request.headers.authorization])
    response.writeHead(207, { 'content-type': 'application/xml' }).end('<d:multistatus xmlns:d="DAV:"/>')
  })
  return { ...server, seen }
}
const multistatus = (href: string, inner: string) =>
  `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response><d:href>${href}</d:href>
  <d:propstat><d:prop>${inner}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`

test.each([301, 302, 307, 308])('a redirect with status %d to another origin is not followed', async (status) => {
  await using other = await otherOrigin()
  await using server = await openHttpServer((_, response) => {
    response.writeHead(status, { location: `${other.url}/x` }).end()
  })
  const asked = fetchOf(server.url)(`${server.url}/dav`, { method: 'PROPFIND', headers: { authorization: 'Basic x' } })
  await expect(asked).rejects.toThrow(`leads to ${other.url}`)
  expect(other.seen).toEqual([])
})

test.each([
  ['the principal', (other: string) => [`${other}/principal`, '/home', '/calendar']],
  ['the home of its calendars', (other: string) => ['/principal', `${other}/home`, '/calendar']],
  ['a calendar', (other: string) => ['/principal', '/home', `${other}/calendar`]],
] as const)('an address of %s at another origin gets no request', async (_, places) => {
  await using other = await otherOrigin()
  const [principal = '', home = '', calendar = ''] = places(other.url)
  await using server = await openHttpServer((request, response) => {
    const answer = request.url?.startsWith('/home')
      ? multistatus(
          calendar,
          '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>',
        )
      : request.url?.startsWith('/principal')
        ? multistatus('/principal', `<c:calendar-home-set><d:href>${home}</d:href></c:calendar-home-set>`)
        : multistatus('/', `<d:current-user-principal><d:href>${principal}</d:href></d:current-user-principal>`)
    response.writeHead(207, { 'content-type': 'application/xml' }).end(answer)
  })
  const store = createCalDavStore({ url: server.url, user: 'me', password: 'a-password' })
  await expect(store.texts({ fromMs: 0, toMs: 86_400_000 })).rejects.toThrow(`leads to ${other.url}`)
  expect(other.seen).toEqual([])
})

test('a redirect within the origin keeps the method, the whole body and the password', async () => {
  const seen: unknown[] = []
  await using server = await openHttpServer((request, response) => {
    const { authorization, 'content-length': length } = request.headers
    seen.push([request.method, request.url, authorization, length])
    if (request.url === '/old') response.writeHead(301, { location: '/new' }).end()
    else request.pipe(response)
  })
  const init = { method: 'REPORT', headers: { authorization: 'Basic x' }, body: '<query/>' }
  const response = await fetchOf(server.url)(`${server.url}/old`, init)
  expect(await response.text()).toBe('<query/>')
  expect(seen).toEqual([
    ['REPORT', '/old', 'Basic x', '8'],
    ['REPORT', '/new', 'Basic x', '8'],
  ])
})
