import { haveAccount } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { earlyRefresh, follow, pagePaths, refresh, titlesOf, watchTitlesOf } from '../support/titles.ts'

/** A path for each page whose path has a part that differs. */
const examples: Readonly<Record<string, string>> = {
  '/confirm/[id]': '/confirm/unknown',
  '/console/[...path]': '/console/unknown',
  '/console/agents/[slug]': '/console/agents/unknown',
  '/console/executions/[id]': '/console/executions/unknown',
  '/console/profiles/[id]': '/console/profiles/unknown',
  '/console/skills/[name]': '/console/skills/flight-search',
}
const paths = pagePaths.map((path) => examples[path] ?? path)

// An unknown path has the status 404, which the browser reports.
test.use({ expectedErrors: [/status of 404/] })

for (const [pages, frame] of [
  ['page of the console', /^\/console/],
  ['other page', /^(?!\/console)/],
] as const) {
  test(`every ${pages} keeps its title while it refreshes itself, and has the next one at once on the way to another page, however slowly the parts of a page arrive`, async ({
    page,
  }) => {
    await haveAccount(page.request, 'operator')
    await watchTitlesOf(page)
    const titleOf = new Map<string, string>()
    const [first = '', ...others] = paths.filter((path) => frame.test(path))
    for (const path of [first, ...others]) {
      await test.step(`${path} refreshes itself as soon as it can, and again`, async () => {
        await page.goto(path)
        await earlyRefresh(page)
        await refresh(page)
        const titles = await titlesOf(page)
        for (const title of titles) expect(title).toContain('travel.aw')
        titleOf.set(path, titles.at(-1) ?? '')
      })
    }
    await page.goto(first)
    for (const path of others) {
      await test.step(`on the way to ${path}`, async () => {
        await follow(page, path)
        await expect(page).toHaveTitle(titleOf.get(path) ?? '')
        expect(await titlesOf(page)).not.toContain('')
      })
    }
  })
}
