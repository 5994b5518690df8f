import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { EgressHost } from '#runner/contract/manifest.ts'
import { VisibleText } from '#runner/contract/visible-text.ts'
import { ProfileLimits, WantedKey } from '../../model/profile-schema.ts'

/** A starting point for profiles: one JSON file in `templates`. */
export const ProfileTemplate = z.strictObject({
  /** The name of the file, without `.json`. */
  name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: VisibleText.min(1).max(80),
  /** The description of the profile, if the request has none. */
  description: VisibleText.min(1).max(500),
  keys: z.array(WantedKey).max(8),
  hosts: z.array(EgressHost).max(8),
  limits: ProfileLimits,
})
export type ProfileTemplate = z.infer<typeof ProfileTemplate>

/** The templates of this installation, by name. Read from the project folder, because Next bundles only code. */
export function loadProfileTemplates(projectRoot: string): readonly ProfileTemplate[] {
  const folder = join(projectRoot, 'lib/agents/server/profiles/templates')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const template = ProfileTemplate.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
      if (`${template.name}.json` !== file) throw new Error(`The template in ${file} is named ${template.name}`)
      return template
    })
}

type Wanted = {
  readonly description?: string | undefined
  readonly keys: readonly WantedKey[]
  readonly hosts: readonly string[]
}

/** Combines the keys and hosts of a template and a request. A description of a key in the request takes precedence. */
export function withTemplate(wanted: Wanted, template: ProfileTemplate | undefined) {
  const keys = new Map((template?.keys ?? []).map((key) => [key.name, key]))
  for (const key of wanted.keys) keys.set(key.name, key.description === '' ? (keys.get(key.name) ?? key) : key)
  return {
    description: wanted.description ?? template?.description ?? '',
    keys: [...keys.values()],
    hosts: [...new Set([...(template?.hosts ?? []), ...wanted.hosts])],
    limits: template?.limits ?? {},
  }
}
