import { newPerson, sendSignIn } from '../support/people.ts'
import { expectResults } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test('a guest creates an account, signs out and in again; sign-in needs the right password and stays on this site', async ({
  guestPage: page,
  browser,
}) => {
  const person = newPerson()
  await test.step('a guest who creates an account stays signed in and can go on searching', async () => {
    await page.goto('/account')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL('/account')
    await expect(page.getByText(person.email).first()).toBeVisible()
    await page.goto(resultsPath(newSearch()))
    await expectResults(page)
  })

  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()

  await test.step('a wrong password and an unknown email get the same message', async () => {
    for (const wrong of [
      { ...person, password: 'not that password' },
      { ...newPerson(), password: person.password },
    ]) {
      await page.goto('/sign-in')
      await sendSignIn(page, wrong)
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
        'Wrong email or password. Check both and try again.',
      )
      await expect(page).toHaveURL('/sign-in')
    }
  })

  await page.goto('/account')
  await expect(page).toHaveURL('/sign-in?next=/account')
  await sendSignIn(page, person)
  await expect(page).toHaveURL('/account')

  await test.step('signing out everywhere in one browser ends the session in another', async () => {
    const other = await (await browser.newContext()).newPage()
    await other.goto('/sign-in?next=/account')
    await sendSignIn(other, person)
    const sessions = other.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1)
    await other.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(other).toHaveURL('/sign-in')

    await page.goto('/account')
    await expect(page).toHaveURL('/sign-in?next=/account')
    expect((await page.request.get('/api/search/flights')).status()).toBe(401)
    await other.context().close()
  })

  await test.step('sign-in ignores a return address on another site', async () => {
    await page.context().clearCookies()
    await page.goto('/sign-in?next=https://example.com/steal')
    await sendSignIn(page, person)
    await expect(page).toHaveURL('/')
  })
})
