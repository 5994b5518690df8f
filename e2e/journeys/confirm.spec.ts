import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { expectFit } from '../support/fit.ts'
import { open } from '../support/open.ts'
import { haveAccount } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.use({ expectedErrors: [/status of (404|409)/] })

const question = 'Would you like me to leave that message for the operator?'

/** Lets a skill ask for a confirmation. Returns the id of the question. */
async function ask(page: Page, appUrl: string, message: string): Promise<string> {
  const asked = await page.request.post('/api/skills/invoke', {
    headers: { origin: appUrl },
    data: { skill: 'send-message', input: { action: 'send_message', params: { message } } },
  })
  expect(asked.status()).toBe(409)
  const { confirmation } = await asked.json()
  return confirmation.id
}

test('a person reads what a skill will do, confirms it with the keyboard, and the operator finds the message', async ({
  page,
  browser,
  appUrl,
}) => {
  await haveAccount(page.request, 'operator')
  const message = `Our plane lands at 15:30. ${Math.random().toString(36).slice(2)}`
  const id = await ask(page, appUrl, message)

  const card = page.getByRole('article', { name: question })
  await open(page, `/confirm/${id}`, card.getByRole('button', { name: 'Confirm' }))
  await expect(card).toContainText(message)
  await expect(card).toContainText('minutes left to decide')
  await expectFit(page, 'the question')
  await expectNoViolations(page)

  // Another person gets a 404.
  const stranger = await browser.newPage()
  await haveAccount(stranger.request, 'operator')
  expect((await stranger.goto(`/confirm/${id}`))?.status()).toBe(404)
  await stranger.close()

  await card.getByRole('button', { name: 'Confirm' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Done' })).toBeFocused()
  await expect(page.getByRole('status')).toContainText('I have noted your message')
  await expectNoViolations(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Confirmed at/ })).toBeVisible()

  await page.goto('/console/messages')
  await expect(page.getByRole('row').filter({ hasText: message })).toContainText(/Kept, no channel|Waits for delivery/)
  await expectFit(page, 'the messages')
  await expectNoViolations(page)

  await test.step('of two questions, a canceled one does nothing, and the other still waits', async () => {
    const [first, second] = [await ask(page, appUrl, 'First'), await ask(page, appUrl, 'Second')]
    const cancel = page.getByRole('button', { name: 'Cancel' }).first()
    await open(page, '/confirm', cancel)
    await expect(page.getByRole('article')).toHaveCount(2)
    await cancel.click()
    await expect(page.getByRole('heading', { name: 'You canceled it. Nothing was done.' })).toBeFocused()
    await page.goto(`/confirm/${first}`)
    await expect(page.getByRole('heading', { name: 'You canceled it. Nothing was done.' })).toBeVisible()
    await page.goto(`/confirm/${second}`)
    await expect(page.getByRole('button', { name: 'Confirm' })).toBeVisible()
  })
})
