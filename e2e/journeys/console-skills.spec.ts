import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { expectFit } from '../support/fit.ts'
import { createOwnApp, type OwnApp } from '../support/own-app.ts'
import { haveAccount } from '../support/people.ts'
import { startSkillRegistry } from '../support/skill-registry.ts'
import { expect, test } from '../support/test.ts'

/** Runs the skill as the signed-in person. */
async function run(page: Page, app: OwnApp) {
  const answer = await page.request.post(`${app.url}/api/skills/invoke`, {
    headers: { origin: app.url },
    data: { skill: 'rates', input: { action: 'rates', params: {} }, fresh: true },
  })
  return answer.json()
}

test('an operator finds a skill, approves it, updates it, takes the update back, revokes a permission and removes it', async ({
  page,
}) => {
  await using registry = await startSkillRegistry(['api.example.com', 'cdn.example.com'], 'github.com')
  const publish = (version: string, hosts: readonly string[]) =>
    registry.publish('rates', version, hosts, {
      fields: 'dependencies: { rate-tables: ^1.0.0 }\n',
      facts: {
        description: 'Gives the rates of the day.',
        author: 'Mila of the Island Bank',
        categories: ['Money'],
        installs: 1204,
        rating: 4.6,
      },
    })
  await registry.publish('rate-tables', '1.0.0', [], {
    facts: { description: 'Tables of rates.', categories: ['Money'] },
  })
  await registry.publish('ferry-times', '0.3.0', ['api.example.com'], {
    facts: { description: 'Ferries and their times.' },
  })
  await publish('1.0.0', ['api.example.com'])
  const folder = mkdtempSync(join(tmpdir(), 'travel-console-skills-'))
  writeFileSync(join(folder, 'travel.config.json'), '{}')
  try {
    await using app = await createOwnApp({
      ...registry.env,
      TRAVEL_CONFIG: join(folder, 'travel.config.json'),
      TRAVEL_CONTAINER_RUNTIME: 'off',
    })
    await app.start()
    const { email } = await haveAccount(page.request, 'operator', app)

    await test.step('search', async () => {
      await page.goto(`${app.url}/console/skills`)
      await page.getByRole('link', { name: 'Find skills' }).click()
      await page.getByRole('button', { name: 'Add a source' }).click()
      await page.getByLabel('Source', { exact: true }).fill(registry.source)
      await page.getByRole('button', { name: 'List its skills' }).click()
      // A source that does not answer leaves the others in the list.
      await expect(page.getByText(/github:ComposioHQ.*Nothing that it offers is known/)).toBeVisible()
      await expect(page.getByRole('link', { name: 'ferry-times' })).toBeVisible()
      await expectFit(page, 'the list of skills')
      await page.getByRole('searchbox', { name: 'Search skills' }).fill('rates day')
      await expect(page.getByText('1 skill match “rates day”')).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: '1,204 installs' })).toContainText('4.6 of 5')
    })

    await test.step('preview, install and approve', async () => {
      const plans: string[] = []
      page.on('request', (request) => request.url().endsWith('/skill-plans') && plans.push(request.url()))
      await page.getByRole('button', { name: 'Preview rates', exact: true }).click()
      const preview = page.getByRole('region', { name: 'Preview of rates' })
      await expect(preview.getByText('Contact api.example.com')).toBeVisible()
      await expect(preview.getByRole('link', { name: 'Install …' })).toBeVisible()
      await expectFit(page, 'a preview')
      await expectNoViolations(page)
      await preview.getByRole('link', { name: 'Install …' }).click()
      await expect(page.getByRole('heading', { name: 'Install rates' })).toBeVisible()
      await expect(page.getByText('Contact api.example.com')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'rate-tables 1.0.0' })).toBeVisible()
      expect(plans, 'the page of the installation shows the plan of the preview').toHaveLength(1)
      await expectFit(page, 'a plan')
      await expectNoViolations(page)
      await page.getByRole('radio', { name: 'Verified' }).check()
      const approve = page.getByRole('button', { name: /^Install with/ })
      await expect(page.getByText('The tier verified gives it more than a stranger gets.')).toBeVisible()
      await expect(approve).toBeDisabled()
      expect(await run(page, app)).toMatchObject({ error: { code: 'SKILL_NOT_FOUND' } })
      await page.getByLabel('Type rates if you trust its author').fill('rates')
      await approve.click()
      await expect(page.getByText('Installed: rate-tables, rates.')).toBeVisible()
    })

    await test.step('run', async () => {
      expect(await run(page, app)).toMatchObject({ status: 'success', results: [{ rate: 1.79 }] })
    })

    await test.step('update with a new host, which asks', async () => {
      await publish('1.1.0', ['cdn.example.com', 'api.example.com'])
      await page.getByRole('link', { name: 'Open rates', exact: true }).click()
      await expect(page.getByText('As skills.lock says')).toBeVisible()
      await page.getByRole('link', { name: 'Look for an update' }).click()
      await expect(page.getByRole('listitem').filter({ hasText: 'Contact cdn.example.com' })).toContainText('+ New')
      const allow = page.getByRole('checkbox', { name: 'Allow: Contact cdn.example.com' })
      await expect(allow).not.toBeChecked()
      await allow.check()
      await expect(page.getByRole('heading', { name: 'rates 1.0.0 to 1.1.0' })).toBeVisible()
      await page.getByRole('button', { name: 'Update, allow 1 new' }).click()
      await expect(page.getByText('Installed: rates.')).toBeVisible()
    })

    await test.step('roll back', async () => {
      await page.getByRole('link', { name: 'Open rates', exact: true }).click()
      await page.getByRole('button', { name: 'Return to 1.0.0' }).click()
      await page.getByRole('button', { name: 'Take back update' }).click()
      await expect(page.getByText('rates is 1.0.0 again. It was 1.1.0.')).toBeVisible()
      expect(await run(page, app)).toMatchObject({ status: 'success' })
    })

    await test.step('revoke and restore', async () => {
      await page.getByRole('button', { name: 'Revoke: Contact api.example.com' }).click()
      await page.getByRole('button', { name: 'Revoke approval' }).click()
      await expect(page.getByText('Contact api.example.com: revoked.')).toBeVisible()
      expect(await run(page, app)).toMatchObject({ error: { code: 'CAPABILITY_REVOKED' } })
      await page.getByRole('button', { name: 'Approve: Contact api.example.com' }).click()
      await expect(page.getByText('Contact api.example.com: approved.')).toBeVisible()
      expect(await run(page, app)).toMatchObject({ status: 'success' })
      await expectFit(page, 'an installed skill')
      await expectNoViolations(page)
    })

    await test.step('remove, with what is here only because of it', async () => {
      await page.getByRole('link', { name: 'rate-tables' }).click()
      await expect(page.getByText('rates must be removed first: it needs this skill.')).toBeVisible()
      await page.getByRole('link', { name: 'rates', exact: true }).click()
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await expect(page.getByText('Also removed, because only it needs them: rate-tables.')).toBeVisible()
      await page.getByRole('button', { name: 'Remove 2 skills' }).click()
      await expect(page).toHaveURL(`${app.url}/console/skills`)
      await expect(page.getByRole('link', { name: 'flight-search', exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'rates', exact: true })).toHaveCount(0)
      expect(await run(page, app)).toMatchObject({ error: { code: 'SKILL_NOT_FOUND' } })
    })

    await test.step('the audit log names the operator for each of it', async () => {
      const rows = await app.inDatabase(async (db) => {
        const { id } = await db.user.findUniqueOrThrow({ where: { email } })
        return db.auditEvent.findMany({ where: { subject: 'rates', actor: `operator:${id}` }, orderBy: { at: 'asc' } })
      })
      expect(rows.map(({ action }) => action)).toEqual(
        expect.arrayContaining([
          'skill.installed',
          'skill.updated',
          'skill.rolled_back',
          'permission.revoked',
          'permission.approved',
          'skill.removed',
        ]),
      )
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
