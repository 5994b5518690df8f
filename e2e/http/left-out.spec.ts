import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyInstallation } from '../../scripts/testing/copy-installation.ts'
import { createOwnApp } from '../support/own-app.ts'
import { haveAccount } from '../support/people.ts'
import { newSearch, streamPath } from '../support/searches.ts'
import { linesOf } from '../support/stream.ts'
import { becomeGuest, expect, test } from '../support/test.ts'

const problems = [
  {
    file: 'skills/SKILL_MANIFEST.json',
    line: 4,
    path: 'approvedSkills[1]',
    message: 'approves "ghost", which is not a folder',
  },
  {
    file: 'skills/SKILL_MANIFEST.json',
    line: 5,
    path: 'approvedSkills[2]',
    message: 'is "../lib", which is not the name of a skill',
  },
  { file: 'skills/malformed/skill.yaml', line: 1, path: '', message: expect.stringContaining('is not valid YAML') },
]

test('an app with bad approved entries starts, runs the other skills, and tells only operators what is left out', async ({
  page,
  playwright,
}) => {
  const root = await mkdtemp(join(tmpdir(), 'travel-left-out-'))
  try {
    const folder = join(root, 'installation')
    await copyInstallation(folder)
    await mkdir(join(folder, 'skills', 'malformed'))
    await writeFile(join(folder, 'skills', 'malformed', 'skill.yaml'), 'name: [')
    const list = join(folder, 'skills', 'SKILL_MANIFEST.json')
    await writeFile(
      list,
      JSON.stringify({ approvedSkills: ['flight-search', 'ghost', '../lib', 'malformed'] }, null, 2),
    )
    await using app = await createOwnApp({}, folder)
    await app.start()
    for (const { file } of problems) expect(app.printed()).toContain(file)

    await using traveler = await playwright.request.newContext({ baseURL: app.url })
    await becomeGuest(traveler, app.url)
    const search = newSearch()
    const lines = linesOf(await (await traveler.get(streamPath(search), { timeout: 0 })).text())
    expect(lines[1]).toMatchObject({ output: { status: 'success' } })
    expect(await (await traveler.get('/health')).json()).toEqual({
      status: 'ok',
      checks: { database: 'ok', runner: 'ok', gateway: 'ok', disk: 'ok' },
      containers: expect.anything(),
      programs: expect.anything(),
    })

    await haveAccount(page.request, 'operator', app)
    const health = async () => (await page.request.get(`${app.url}/health`)).json()
    expect(await health()).toMatchObject({ status: 'ok', left_out: problems })
    await page.goto(`${app.url}/console/skills`)
    const box = page.getByRole('region', { name: 'Left out' })
    await expect(box.getByRole('listitem')).toHaveText([
      /The others run/,
      /SKILL_MANIFEST\.json:4.*"ghost".*To mend: remove it, or add the folder/,
      /SKILL_MANIFEST\.json:5.*"\.\.\/lib"/,
      /malformed\/skill\.yaml:1.*is not valid YAML/,
    ])
    await page.goto(`${app.url}/console`)
    await expect(page.getByRole('region', { name: 'Waits for you' })).toContainText(
      'Approved skills are left out3 problems',
    )

    // A missing list approves nothing, not even the stored release. The app starts all the same.
    await page.goto('about:blank')
    await app.crash()
    await rm(list)
    await app.start()
    const missing = { message: 'is missing or unreadable, so that no skill is loaded' }
    expect(await health()).toMatchObject({ status: 'ok', left_out: [missing] })
    const refused = await traveler.get(streamPath(search), { timeout: 0 })
    expect(await refused.text()).not.toContain('"status":"success"')
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})
