import { messagesIn } from '../support/language.ts'
import { expect, test } from '../support/test.ts'

/** Marks each request as sent from this machine. */
test.use({ extraHTTPHeaders: { 'x-forwarded-for': '127.0.0.1' } })

test('/skill.md explains how to get a profile, and requires the setup code only from other machines', async ({
  request,
  appUrl,
}) => {
  const answer = await request.get('/skill.md')
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('text/markdown; charset=utf-8')
  const text = await answer.text()
  expect(text).toContain(`POST ${appUrl}/profiles`)
  expect(text).not.toContain('x-setup-code: ')
  const elsewhere = await request.get('/skill.md', { headers: { 'x-forwarded-for': '10.9.8.7' } })
  expect(await elsewhere.text()).toContain('x-setup-code: {setup_code}')
})

test('/skill.md describes the profile in the Authorization header, and no other profile', async ({ request }) => {
  const data = { description: 'Sales', keys: [{ name: 'SALES_KEY' }], hosts: ['api.example.com'] }
  const { profile_id: id } = await (await request.post('/profiles', { data })).json()
  const read = (authorization: string) => request.get('/skill.md', { headers: { authorization } })
  const own = await (await read(`Bearer ${id}`)).text()
  expect(own).toContain('- `SALES_KEY`')
  expect(own).toContain('Hosts: `api.example.com`')
  expect((await read(`Bearer ark_${'0'.repeat(22)}`)).status()).toBe(404)
  expect((await read('Basic abc')).status()).toBe(401)
  expect(await (await request.get('/skill.md')).text()).not.toContain('SALES_KEY')
})

test('/openapi.json describes this instance', async ({ request, appUrl }) => {
  const document = await (await request.get('/openapi.json')).json()
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: appUrl }] })
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/execute', '/profiles', '/skill.md']))
})

test('the web app manifest has a description in the language of the browser', async ({ request }) => {
  const read = async (languages: string) =>
    (await request.get('/manifest.webmanifest', { headers: { 'accept-language': languages } })).json()
  expect(await read('nl-NL,en;q=0.5')).toMatchObject({ lang: 'nl', description: messagesIn('nl', 'shell').description })
  expect(await read('xx')).toMatchObject({ lang: 'en', description: messagesIn('en', 'shell').description, id: '/' })
})

test('the app can be installed: its manifest names icons that exist', async ({ request }) => {
  const home = await (await request.get('/')).text()
  const [, address = ''] = /<link[^>]* rel="manifest"[^>]* href="([^"]+)"/.exec(home) ?? []
  const { icons, start_url } = await (await request.get(address)).json()
  expect(start_url).toBe('/')
  expect(icons).not.toEqual([])
  for (const { src, type } of icons) {
    const answer = await request.get(src)
    expect(answer.status(), src).toBe(200)
    expect(answer.headers()['content-type']).toContain(type)
  }
})
