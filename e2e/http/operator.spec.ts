import { expect, test } from '../support/test.ts'

test('an operator token requires a session', async ({ request }) => {
  const answer = await request.get('/operator', { maxRedirects: 0 })
  expect(answer.status()).toBe(307)
  expect(answer.headers().location).toBe('/sign-in?next=/operator')
})

test('the operator’s page is marked as English when the pages around it are in another language', async ({
  guestRequest,
}) => {
  const page = await (await guestRequest.get('/operator', { headers: { 'accept-language': 'de' } })).text()
  const [html] = /<html[^>]*>/.exec(page) ?? []
  expect(html).toContain(' lang="de"')
  const [, main, text] = /<main([^>]*)>(.*)<\/main>/s.exec(page) ?? []
  expect(main).toContain(' lang="en"')
  expect(main).toContain(' dir="ltr"')
  expect(text).toContain('Create an account</a>')
})
